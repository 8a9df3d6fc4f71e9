import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { unzip } from '../archives/testing/unzip.ts';
import { type Cell, Picture } from './cell.ts';
import { xlsxOf } from './xlsx.ts';

async function* pagesOf(...pages: Cell[][][]) {
  yield* pages;
}
const written = (titles: string[], pages: AsyncIterable<Cell[][]>, rowsAtMost?: number) =>
  buffer(xlsxOf(titles, pages, 'Asia/Kolkata', rowsAtMost));
const readBack = async (...rows: Cell[][]) =>
  (await readSheet(await written(['Title'], pagesOf(rows)), { trim: false })).slice(1) as Cell[][];

test('a workbook contains its titles and every row of every page', async () => {
  const file = await written(['Name', 'Score'], pagesOf([['Asha Nair', 42]], [], [['श्री राजेश कुमार', -2.5]]));
  expect(await readSheet(file)).toEqual([
    ['Name', 'Score'],
    ['Asha Nair', 42],
    ['श्री राजेश कुमार', -2.5],
  ]);
});

test('a table without rows has its titles', async () => {
  expect(await readSheet(await written(['Name'], pagesOf()))).toEqual([['Name']]);
});

// shows: asvs/1.3.3
test.each(['=1+1', '+91987', '-2', '@SUM(A1)', '\t=1', '\n=1', '=HYPERLINK("http://x";"<b>&")'])(
  '%j is stored whole as text, not as a formula',
  async (text) => {
    expect(await readBack([text])).toEqual([[text]]);
  },
);

test('text keeps what XML could lose, and loses what XML cannot contain', async () => {
  const odd = ['  two spaces ', 'a\nb', ']]>', 'é 👩‍✈️', '_x0041_'];
  expect(await readBack(odd)).toEqual([odd]);
  expect(await readBack(['a\u0000\u000b\ud800b\uffff'])).toEqual([['a�b']]);
  expect(String((await readBack(['x'.repeat(40_000)]))[0]?.[0])).toHaveLength(32_767);
});

test('null is an empty cell, and a boolean is a word', async () => {
  expect(await readBack([null, true, false, '', 0])).toEqual([[null, 'yes', 'no', null, 0]]);
});

test('a time is a date in the academy’s time zone', async () => {
  const [[moment] = []] = await readBack([new Date('2026-11-20T20:15:59Z')]);
  expect(moment).toEqual(new Date('2026-11-21T01:45:00Z'));
});

test('the columns are named as in Excel', async () => {
  const wide = Array.from({ length: 60 }, (_, n) => n);
  expect(await readBack(wide)).toEqual([wide]);
});

test('rows beyond the limit of a sheet continue in the next, under the same titles', async () => {
  const pages = Array.from({ length: 5 }, (_, page): Cell[][] => [[page], [page]]);
  const file = await written(['Page'], pagesOf(...pages), 5);
  const sheets = await Promise.all([1, 2, 3].map((n) => readSheet(file, n)));
  expect(sheets).toEqual([
    [['Page'], [0], [0], [1], [1]],
    [['Page'], [2], [2], [3], [3]],
    [['Page'], [4], [4]],
  ]);
});

test('an error during writing aborts the file', async () => {
  async function* failing() {
    yield [['first']];
    throw new Error('the database is away');
  }
  await expect(written(['Title'], failing())).rejects.toThrow('the database is away');
});

test('nothing more is read after the reader has disconnected', async () => {
  let read = 0;
  let over = false;
  async function* endless(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        read += 1;
        yield Array.from({ length: 200 }, () => [Math.random(), String(Math.random())]);
      }
    } finally {
      over = true;
    }
  }
  const file = xlsxOf(['Number', 'Text'], endless(), 'Asia/Kolkata');
  await new Promise((resolve) => file.once('readable', resolve));
  file.destroy();
  await expect.poll(() => over).toBe(true);
  const then = read;
  await new Promise((resolve) => setImmediate(resolve));
  expect(read).toBe(then);
  expect(read).toBeLessThan(200);
});

test('a picture stands above its cell, on the sheet of its row, and costs other readers nothing', async () => {
  const photo = (shows: string) => new Picture(Buffer.from(`jpeg of ${shows}`), shows);
  const pages = pagesOf([['Asha', photo('Asha')]], [['Ravi', null]], [['Meena', photo('"M" & <R>')]]);
  const file = await written(['Name', 'Photograph'], pages, 3);
  expect(await readSheet(file, 2)).toEqual([
    ['Name', 'Photograph'],
    ['Meena', null],
  ]);
  const parts = await unzip(file);
  const of = (name: string) => String(parts[name]);
  for (const [sheet, row, shows] of [
    [1, 1, 'Asha'],
    [2, 1, '&quot;M&quot; &amp; &lt;R&gt;'],
  ] as const) {
    expect(of(`xl/worksheets/sheet${sheet}.xml`)).toContain('<drawing xmlns:r=');
    expect(of(`xl/worksheets/_rels/sheet${sheet}.xml.rels`)).toContain(`Target="../drawings/drawing${sheet}.xml"`);
    expect(of(`xl/drawings/_rels/drawing${sheet}.xml.rels`)).toContain(`Target="../media/image${sheet}.jpeg"`);
    const drawing = of(`xl/drawings/drawing${sheet}.xml`);
    expect(drawing).toContain(`<xdr:col>1</xdr:col>`);
    expect(drawing).toContain(`<xdr:row>${row}</xdr:row>`);
    expect(drawing).toContain(`descr="${shows}"`);
    expect(of('[Content_Types].xml')).toContain(`PartName="/xl/drawings/drawing${sheet}.xml"`);
  }
  expect(of('xl/media/image2.jpeg')).toBe('jpeg of "M" & <R>');
});
