import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnName } from '@fairlead/contract/values/columns';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { madeFiles } from '../../testing/cases.ts';
import { guessed } from './decode-text.ts';
import type { Table } from './table.ts';
import { inspect } from './table-inspection.ts';
import { dialects as csvDialects, type MadeCell, plainCells, westernCells } from './testing/csv-dialects.ts';
import { type Book, bookOf, xlsxCells, dialects as xlsxDialects } from './testing/xlsx-dialects.ts';

const folder = await mkdtemp(join(tmpdir(), 'made-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
async function read(bytes: Uint8Array): Promise<Table> {
  const path = join(folder, 'table');
  await writeFile(path, bytes);
  return inspect({ path });
}

/** Places in a list of things that can be made, row by row; -1 is an empty cell. */
const gridOf = (kinds: number) =>
  fc.integer({ min: 2, max: 7 }).chain((columns) =>
    fc.array(fc.array(fc.integer({ min: -2, max: kinds - 1 }), { minLength: columns, maxLength: columns }), {
      minLength: 1,
      maxLength: 8,
    }),
  );
const headingsOf = (grid: readonly (readonly unknown[])[]) => (grid[0] ?? []).map((_, n) => `Heading ${columnName(n)}`);

/** Expects each cell in its row, or a remark that refuses it. @param below how far the first row stands down. */
function expectCells({ rows, remarks }: Table, cells: readonly (readonly MadeCell[])[], below = 0): void {
  const byNumber = new Map(rows.map(({ row, cells: texts }) => [row, texts]));
  const wrong = cells.flatMap((line, r) =>
    line.flatMap(({ text, isRefused }, column) => {
      const row = r + 1 + below;
      const refusing = remarks.some((one) => one.row === row && one.column === column && one.refuses);
      const isThere = (byNumber.get(row)?.[column] ?? '') === text.trim();
      return refusing === Boolean(isRefused) && (isRefused || isThere) ? [] : [{ row, column, text, refusing }];
    }),
  );
  expect(wrong).toEqual([]);
}

const empty: MadeCell = { text: '' };
const madeOf = (kinds: readonly ((word: string) => MadeCell)[], place: number, word: string): MadeCell =>
  kinds[place]?.(word) ?? empty;

test.each(Object.entries(csvDialects))(
  'every cell of a CSV file of %s is read, or has a remark',
  async (_, dialect) => {
    const kinds = dialect.isWestern ? westernCells : plainCells;
    await fc.assert(
      fc.asyncProperty(gridOf(kinds.length), async (grid) => {
        const cells = grid.map((line, r) => line.map((place, c) => madeOf(kinds, place, `w${r}${c}`)));
        const whole = [headingsOf(grid).map((text): MadeCell => ({ text })), ...cells];
        const bytes = dialect.write(whole.map((line) => line.map(({ text }) => text)));
        const table = await read(bytes);
        expectCells(table, whole, dialect.linesAbove);
        const about = table.remarks.filter(({ row }) => row === null).map(({ message }) => message);
        const isOpen = dialect.isWestern && cells.flat().some(({ text }) => /[^\0-\x7f]/.test(text));
        expect(about).toEqual(isOpen ? [guessed] : []);
        expect(table.remarks).toHaveLength(whole.flat().filter(({ isRefused }) => isRefused).length + about.length);
      }),
      madeFiles(40),
    );
  },
  600_000,
);

test.each(Object.keys(xlsxDialects))(
  'every cell of a workbook of %s is read, or has a remark',
  async (name) => {
    const book = fc.record({
      grid: gridOf(xlsxCells.length),
      hiddenRows: fc.uniqueArray(fc.integer({ min: 2, max: 9 }), { maxLength: 3 }),
      hiddenColumn: fc.integer({ min: 0, max: 6 }),
      merged: fc.integer({ min: 2, max: 9 }),
      comment: fc.boolean(),
      has1904: fc.boolean(),
      sheets: fc.uniqueArray(fc.constantFrom('Old crew', 'Hotel', 'Signed off'), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(book, async ({ grid, sheets, hiddenRows, hiddenColumn, merged, comment, has1904 }) => {
        const cells = grid.map((line, r) => line.map((place, c) => madeOf(xlsxCells, place, `w${r}${c}`)));
        const whole: Book['cells'] = [headingsOf(grid).map((text) => ({ text })), ...cells];
        const made: Book = { cells: whole, sheets, hiddenRows, hiddenColumn, has1904 };
        // below a cell of the first column that is merged over two rows, there is nothing in it
        const [above, below] = [whole[merged - 1]?.[0], whole[merged]];
        const isMerged = merged > 1 && Boolean(above?.text) && !above?.isRefused && below?.slice(1).some(isFilled);
        if (isMerged && below && above) {
          below[0] = empty;
          made.mergedRow = merged;
        }
        if (comment) made.comment = { row: 2, column: 0, text: 'wcomment' };
        const table = await read(await bookOf(made, name));
        if (isMerged && below && above) below[0] = { text: above.text };
        expectCells(table, whole);
        expect(table).toMatchObject({ sheet: 'Crew', otherSheets: sheets.map((one) => ({ name: one })) });
        const said = table.remarks.map(({ row, message }) => `${row ?? ''} ${message}`).join('\n');
        const isRow = (row: number) => whole[row - 1]?.some(isFilled);
        for (const row of hiddenRows.filter(isRow)) expect(said).toContain(`Row ${row} is hidden`);
        if (whole.some((line) => isFilled(line[hiddenColumn]))) {
          expect(said).toContain(`Column ${columnName(hiddenColumn)} is hidden`);
        }
        if (isMerged) expect(said).toContain(`is part of the merged cell A${merged}:A${merged + 1}`);
        if (comment) expect(said).toContain('wcomment');
        for (const [r, line] of whole.entries())
          for (const [c, { isCrossedOut }] of line.entries())
            if (isCrossedOut) expect(said).toMatch(new RegExp(`${columnName(c)}${r + 1}\\b.*crossed out`));
      }),
      madeFiles(40),
    );
  },
  600_000,
);

const isFilled = (cell: MadeCell | undefined): boolean => cell !== undefined && cell.text.trim() !== '';
