import type { ImportMeaning, dateOrders as orders } from '@fairlead/contract/people-import/calls';
import { columnName } from '@fairlead/contract/values/columns';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Remark, saidOf } from '../../platform/tables/table.ts';
import { asOneName, digestOf, type Layout, placeOf, type RowRemark, withMissing } from './lay-out.ts';
import { differsFrom, planRows } from './plan-rows.ts';
import { noSuchImport, storeRows } from './queries.ts';

type Choosing = {
  importId: string;
  columns: readonly { meaning: ImportMeaning; column: number }[];
  dates: readonly { meaning: ImportMeaning; order: (typeof orders)[number] }[];
  actorId: string;
  ip: string;
};

/**
 * Chooses the columns of a list, and the order of its open dates; judges its rows again, and keeps the columns for the
 * next list with the same headings.
 *
 * @throws AppError `not-found`; `done` for a list that is confirmed, `over` for one of an earlier version; `invalid`
 * for a column that is chosen twice or does not exist.
 */
export function chooseColumns(platform: Platform, { importId, columns, dates, actorId, ip }: Choosing): Promise<void> {
  return transaction(platform.db, async (tx) => {
    const layout = await lockLayout(tx, importId);
    const chosen = columns.map(({ column }) => column);
    const meanings = new Set(columns.map(({ meaning }) => meaning));
    if (new Set(chosen).size < chosen.length || meanings.size < columns.length)
      throw new AppError('invalid', 'Choose each column for one meaning.');
    if (chosen.some((column) => column >= layout.titles.length))
      throw new AppError('invalid', 'There is no such column.');
    const picked = Object.fromEntries(columns.map(({ meaning, column }) => [meaning, column]));
    // what was said of the dates of one column says nothing of another
    const isSame = (meaning: ImportMeaning) => picked[meaning] === layout.columns[meaning];
    const next = withMissing({
      ...layout,
      columns: asOneName(picked),
      doubts: [],
      dateOrders: Object.fromEntries(
        dates.flatMap(({ meaning, order }) => (isSame(meaning) ? [[meaning, order]] : [])),
      ),
      doubtful: Object.fromEntries(
        Object.entries(layout.doubtful ?? {}).filter(([meaning]) => isSame(meaning as ImportMeaning)),
      ),
    });
    if (next.doubts.length === 0) {
      const kept = { columns: JSON.stringify(next.columns), chosenBy: actorId, chosenAt: platform.clock() };
      await tx
        .insertInto('peopleImportHeadings')
        .values({ digest: digestOf(next.titles), ...kept })
        .onConflict((conflict) => conflict.column('digest').doUpdateSet(kept))
        .execute();
    }
    await judgeAll(tx, platform, importId, next);
    const subject = { kind: 'people-import', id: importId };
    const details = { columns: next.columns, dateOrders: next.dateOrders };
    await appendAudit(tx, { actorId, action: 'people.choose-columns', subject, details, ip });
  });
}

type Correcting = {
  importId: string;
  rowId: string;
  isLeftOut: boolean;
  cells: readonly { column: number; text: string }[];
  actorId: string;
  ip: string;
};

/**
 * Corrects cells of a row, or leaves the row out, and judges the rows again. A cell that is corrected keeps a remark of
 * what it said. What refuses the whole row is over once staff have looked at its cells.
 *
 * @throws AppError `not-found`; `done` for a list that is confirmed, `over` for one of an earlier version; `invalid`
 * for a column that does not exist.
 */
export function correctRow(
  platform: Platform,
  { importId, rowId, isLeftOut, cells, actorId, ip }: Correcting,
): Promise<void> {
  return transaction(platform.db, async (tx) => {
    const layout = await lockLayout(tx, importId);
    const row = await tx
      .selectFrom('peopleImportRow')
      .select(['row', 'cells', 'remarks', 'leftOut'])
      .where('id', '=', rowId)
      .where('importId', '=', importId)
      .executeTakeFirst();
    if (!row) throw notFound('This row was not found.');
    const corrected = [...row.cells];
    let remarks = row.remarks as RowRemark[];
    const changed: string[] = [];
    for (const { column, text } of cells) {
      if (column >= layout.titles.length) throw new AppError('invalid', 'There is no such column.');
      const before = corrected[column] ?? '';
      const value = text.trim().replaceAll('\0', '');
      const ofCell = remarks.filter((one) => one.column === column);
      const refusal = ofCell.find((one) => one.refuses);
      // a cell without a value, such as a formula without its result, may be meant to be empty; who leaves a row out or
      // takes it back says nothing of its cells
      const isMeant = refusal && value === '' && !isLeftOut && !row.leftOut;
      if (value === before && !isMeant) continue;
      while (corrected.length < column) corrected.push('');
      corrected[column] = value;
      changed.push(columnName(column));
      const said = saidOf(refusal?.said ?? before);
      const place = placeOf(layout.titles, row.row, column);
      const message = `Cell ${place} ${said === '' ? 'had no value' : `said ‘${said}’`}, and was corrected.`;
      // what it said first stays
      const first = ofCell.find((one) => one.isCorrection);
      remarks = [
        ...remarks.filter((one) => one.column !== column),
        first ?? { row: row.row, column, said, message, refuses: false, isCorrection: true },
      ];
    }
    // of a row that was left out, staff did not see why else it is refused
    if (!isLeftOut && !row.leftOut)
      remarks = remarks.map((one) => (one.column === null && one.refuses ? { ...one, ...looked(one) } : one));
    await tx
      .updateTable('peopleImportRow')
      .set({ cells: corrected, remarks: JSON.stringify(remarks), leftOut: isLeftOut })
      .where('id', '=', rowId)
      .execute();
    await judgeAll(tx, platform, importId, layout);
    const subject = { kind: 'people-import', id: importId };
    // what the cells say is personal, and the audit stays
    const details = { row: row.row, columns: changed, isLeftOut };
    await appendAudit(tx, { actorId, action: 'people.correct-row', subject, details, ip });
  });
}

const looked = ({ message }: Remark) => ({ refuses: false, message: `${message} Its cells were checked.` });

/** Locks an import that is not confirmed, and returns how it is read. */
async function lockLayout(tx: Tx, importId: string): Promise<Layout> {
  const found = await tx
    .selectFrom('peopleImport')
    .select(['layout', 'confirmedAt'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw noSuchImport();
  if (found.confirmedAt) throw new AppError('done', 'This list is imported already.');
  if (!found.layout) throw new AppError('over', 'This list was read by an earlier version. Please upload it again.');
  return found.layout as Layout;
}

/** Reads and judges every row again, since one may take a seat or a number from another, and stores what changed. */
async function judgeAll(tx: Tx, platform: Platform, importId: string, layout: Layout): Promise<void> {
  const stored = await tx
    .selectFrom('peopleImportRow')
    .selectAll()
    .where('importId', '=', importId)
    .orderBy('row')
    .execute();
  const rows = stored.map(({ row, cells, remarks, leftOut }) => ({
    row,
    cells,
    remarks: remarks as RowRemark[],
    isLeftOut: leftOut,
  }));
  const { plans, doubtful } = await planRows(tx, platform, layout, rows);
  const whole = JSON.stringify({ ...layout, doubtful });
  await tx.updateTable('peopleImport').set({ layout: whole }).where('id', '=', importId).execute();
  const changed = plans.flatMap((plan, n) => {
    const row = stored[n];
    return row && differsFrom(row, plan) ? [{ ...plan, id: row.id }] : [];
  });
  await storeRows(tx, changed);
}
