import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { longTest } from '../../testing/cases.ts';
import { createFiles } from '../files/files.ts';
import { Refusal } from '../inspection/refusal.ts';
import { readTable } from './read-table.ts';
import { inspect } from './table-inspection.ts';
import { workbook, zipOf } from './testing/workbooks.ts';
import { xlsxOf } from './xlsx.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'tables-'));
const table = join(dataDir, 'table');
const files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const receive = (bytes: Uint8Array | string) =>
  files.receive(Readable.from([Buffer.from(bytes)]), { maxBytes: 2 ** 30, originalName: 'crew.csv', part: 'file' });
/** In this process: starting another takes longer than reading a table. */
const read = async (bytes: Uint8Array | string) => {
  await writeFile(table, bytes);
  return inspect({ path: table });
};
const rowsOf = async (bytes: Uint8Array | string) => (await read(bytes)).rows;
const cells = async (bytes: Uint8Array | string) => (await rowsOf(bytes)).map((row) => row.cells);
/** As the program reads them: in a process with limits. */
const readApart = async (bytes: Uint8Array | string) => readTable(await receive(bytes));
const refusal = async (bytes: Uint8Array | string) =>
  readApart(bytes).then(
    () => expect.unreachable('the table was taken'),
    (error) => error,
  );

describe('a CSV file', () => {
  const crew = [
    ['Name', 'E-mail'],
    ['José Müller', 'jose@example.org'],
  ];
  const text = 'Name,E-mail\r\nJosé Müller,jose@example.org\r\n';
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16, the other order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('in %s is read', async (_, bytes) => {
    expect(await cells(bytes)).toEqual(crew);
  });

  test.each([';', '\t'])('separated by %j is read, including commas', async (sign) => {
    expect(await cells(`Name${sign}Note\nNair, Asha${sign}a,b\n`)).toEqual([
      ['Name', 'Note'],
      ['Nair, Asha', 'a,b'],
    ]);
    expect(await rowsOf(`sep=${sign}\r\nA${sign}"B,C,D"\r\nE\r\n`)).toEqual([
      { row: 2, cells: ['A', 'B,C,D'] },
      { row: 3, cells: ['E'] },
    ]);
  });

  test('keeps the numbers of its rows despite empty ones, and accepts rows of any length', async () => {
    expect(await rowsOf('a,b\n\n,,\nc\n"d\ne",f,g\n')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 4, cells: ['c'] },
      { row: 5, cells: ['d\ne', 'f', 'g'] },
    ]);
  });

  test('is read to its end, however many empty rows stand in between', async () => {
    expect(await rowsOf(`a,b\n${',\n'.repeat(30_000)}c,d\n`)).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 30_002, cells: ['c', 'd'] },
    ]);
  });

  test('has the separator of its headings, whatever stands between quotation marks', async () => {
    expect(await cells('Name,"Rank;\n;grade;"\nAsha,Cook\n')).toEqual([
      ['Name', 'Rank;\n;grade;'],
      ['Asha', 'Cook'],
    ]);
  });

  test('keeps a quotation mark in the middle', async () => {
    expect(await cells('Name,Size\nPipe,5" wide\n"The ""Old"" One",1\n')).toEqual([
      ['Name', 'Size'],
      ['Pipe', '5" wide'],
      ['The "Old" One', '1'],
    ]);
  });

  test('that is empty has no rows', async () => {
    expect(await rowsOf('')).toEqual([]);
    expect(await rowsOf('\n\n')).toEqual([]);
  });

  test.each<[string, Uint8Array | string, string]>([
    ['never closes a quotation mark', 'a,b\n"c,d\ne,f\n', 'never closed'],
    ['is a picture', Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR', 'latin1'), 'upload CSV or XLSX'],
    ['is a PDF', '%PDF-1.7\n', 'upload CSV or XLSX'],
    ['is an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'Save it as XLSX or CSV'],
    ['has too many rows', 'a\n'.repeat(20_002), 'more than 20,000 rows'],
    ['has a row behind so many', `${'a\n'.repeat(20_001)}\n\nb\n`, 'more than 20,000 rows'],
    ['has too many columns', `a\n${','.repeat(100)}b`, 'Row 2 has more than 100 columns'],
    ['has a novel in a cell', `a\n${'x'.repeat(10_001)}`, 'row 2'],
    ['has a null character after its mark', '\ufeffa\nb\0', 'Row 2 has a hidden character'],
  ])('that %s is refused with a sentence', async (_, bytes, sentence) => {
    const error = await read(bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toHaveProperty('message', expect.stringContaining(sentence));
  });
});

describe('a workbook', () => {
  test('of the program is read as it was written', async () => {
    const rows = [['Asha', 9876543210, true, new Date('2026-11-20T06:30:00Z'), null, '=1+1']];
    const file = await buffer(xlsxOf(['A', 'B', 'C', 'D', 'E', 'F'], Readable.from([rows]), 'Asia/Kolkata'));
    expect(await cells(file)).toEqual([
      ['A', 'B', 'C', 'D', 'E', 'F'],
      ['Asha', '9876543210', 'yes', '2026-11-20 12:00', '', '=1+1'],
    ]);
  });

  test('returns the results of its formulas', async () => {
    const row = '<row r="1"><c r="A1"><f>20+1</f><v>21</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>';
    expect(await cells(await workbook(row))).toEqual([['21', 'ab']]);
  });

  test('with a long number keeps all digits', async () => {
    expect(await cells(await workbook('<row r="1"><c r="A1"><v>9.87654321E9</v></c></row>'))).toEqual([['9876543210']]);
  });

  // shows: asvs/1.3.6, asvs/1.5.1
  test('is read as plain text and opens no other file', async () => {
    const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>A &amp; B &lt;x&gt;</t></is></c></row>';
    expect(await cells(await workbook(row))).toEqual([['A & B <x>']]);
    const outside = '<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><sst><si><t>&x;</t></si></sst>';
    const named = await workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': outside });
    await expect(cells(named).catch(String)).resolves.not.toContain('root');
  });

  // shows: asvs/1.5.1
  test('that expands its entities stays small', async () => {
    const levels = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const laughs = `<!DOCTYPE s [<!ENTITY e0 "ha">${levels}]><sst><si><t>&e12;</t></si></sst>`;
    const file = await workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { 'xl/sharedStrings.xml': laughs });
    const outcome = await readApart(file).then(
      (rows) => JSON.stringify(rows).length,
      (error) => error.code,
    );
    expect(outcome === 'bad-file' || Number(outcome) < 1000).toBe(true);
  });

  // shows: asvs/5.2.3
  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['is cut off', async () => (await workbook('<row r="1"/>')).subarray(0, 300), 'damaged'],
    ['is another kind of archive', async () => zipOf({ 'readme.txt': 'no table' }), 'damaged'],
    ['is a bomb', async () => workbook(' '.repeat(70 * 2 ** 20)), 'too large when unpacked'],
    ['has entries without number', () => crowded(), 'too large when unpacked'],
    ['has more elements than cells', () => workbook('<c/>'.repeat(2_000_001)), 'more than 20,00,000 elements'],
    ['repeats one long text', () => repeating(), 'too much text'],
    ['has a null character', () => withNull(), 'Row 1 has a hidden character'],
  ])('that %s is refused with a sentence', async (_, make, sentence) => {
    const error = await refusal(await make());
    expect(error).toMatchObject({ code: 'bad-file', fields: { file: expect.stringContaining(sentence) } });
  });

  // shows: asvs/5.2.3
  longTest('that declares a wrong size in its central directory is refused, and takes no memory', async () => {
    const bomb = await workbook(`<!--${' '.repeat(300 * 2 ** 20)}-->`);
    // Sets the size of every entry in the central directory (APPNOTE 4.3.12) to 100.
    for (let at = bomb.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = bomb.indexOf('PK\x01\x02', at + 4, 'latin1')) {
      bomb.writeUInt32LE(100, at + 24);
    }
    const before = process.memoryUsage().rss;
    expect(await refusal(bomb)).toMatchObject({ code: 'bad-file' });
    expect(process.memoryUsage().rss - before).toBeLessThan(450 * 2 ** 20);
  });
});

const crowded = () => zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`xl/media/${n}`, ''])));

const withNull = () => workbook('<row r="1"><c r="A1" t="inlineStr"><is><t>A_x0000_</t></is></c></row>');

const repeating = () => {
  const row = (n: number) => `<row r="${n}"><c r="A${n}" t="s"><v>0</v></c></row>`;
  return workbook(Array.from({ length: 3000 }, (_, n) => row(n + 1)).join(''), {
    'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(9000)}</t></si></sst>`,
  });
};
