import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnName } from '@fairlead/contract/values/columns';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { installDebian } from '../../../tools/debian.ts';
import { inspect } from './table-inspection.ts';

/** A cell as it is written; what a reader shows of it is `shownOf`. */
type Cell = { text: string } | { number: number } | { day: string } | { yes: boolean } | null;

const books = 400;
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const folder = await mkdtemp(join(tmpdir(), 'real-workbooks-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const texts = [
  'Asha Nair',
  'Nair, “Asha” & <Co>',
  'two\nlines',
  'श्री आशा',
  'Đặng',
  '0012345',

  '1/2',
  "O'Hara",
];
const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.constant(null),
  fc.constantFrom(...texts).map((text) => ({ text })),
  fc.constantFrom(0, 12345, 9820012345, 0.125, -7).map((number) => ({ number })),
  fc.constantFrom('1990-01-01', '2031-05-01', '2000-02-29').map((day) => ({ day })),
  fc.boolean().map((yes) => ({ yes })),
);
const book = fc
  .integer({ min: 2, max: 6 })
  .chain((columns) =>
    fc
      .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 })
      .map((rows): Cell[][] => [rows[0]?.map((_, n) => ({ text: `Heading ${columnName(n)}` })) ?? [], ...rows]),
  );

function shownOf(written: Cell): string {
  if (written === null) return '';
  if ('text' in written) return written.text;
  if ('day' in written) return written.day;
  return 'yes' in written ? String(written.yes).toUpperCase() : String(written.number);
}

const writers = ['openpyxl', 'openpyxl-streamed', 'xlsxwriter', 'xlsxwriter-streamed', 'libreoffice'];

test(`workbooks of Debian’s openpyxl, XlsxWriter and LibreOffice lose no cell (SEED=${seed})`, async () => {
  expect(installDebian('python3-openpyxl', 'python3-xlsxwriter', 'libreoffice-calc-nogui')).toBe(true);
  const made = fc.sample(book, { numRuns: books, seed });
  const script = new URL('./testing/write-workbooks.py', import.meta.url).pathname;
  execFileSync('/usr/bin/python3', [script], { input: JSON.stringify({ folder, books: made }) });
  await mkdir(join(folder, 'saved'));
  const opened = made.map((_, n) => join(folder, `openpyxl-${n}.xlsx`));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const to = ['--convert-to', 'xlsx', '--outdir', join(folder, 'saved')];
  // LibreOffice 7.4 leaves out, without a word, what follows some 250 files
  for (let from = 0; from < books; from += 100)
    execFileSync('soffice', [profile, '--headless', ...to, ...opened.slice(from, from + 100)], { stdio: 'ignore' });
  for (const [n, rows] of made.entries())
    for (const writer of writers) {
      const name = writer === 'libreoffice' ? join('saved', `openpyxl-${n}.xlsx`) : `${writer}-${n}.xlsx`;
      const table = await inspect({ path: join(folder, name) });
      const read = new Map(table.rows.map(({ row, cells }) => [row, cells]));
      const found = rows.map((line, r) => line.map((_, c) => read.get(r + 1)?.[c] ?? ''));
      expect([writer, n, table.remarks, found]).toEqual([writer, n, [], rows.map((line) => line.map(shownOf))]);
    }
}, 900_000);
