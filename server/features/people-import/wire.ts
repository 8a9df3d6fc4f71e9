import type { ImportMeaning, PeopleImport, PeopleImportRow } from '@fairlead/contract/people-import/calls';
import type { Remark } from '../../platform/tables/table.ts';
import { fullName } from '../accounts/index.ts';
import { particularsIn, toEntered } from '../seafarers/index.ts';
import type { Layout } from './lay-out.ts';
import type { getImport, ImportRow } from './queries.ts';
import { undoHours } from './rules.ts';

type Import = Awaited<ReturnType<typeof getImport>>;

/** A table of people as staff see it. */
export const toPeopleImport = ({
  id,
  createdAt,
  confirmedAt,
  undoneAt,
  layout,
  remarks,
  ...rest
}: Import): PeopleImport => ({
  _id: id,
  ...rest,
  layout: layout === null ? null : toLayout(layout as Layout),
  remarks: remarks + ((layout as Layout | null)?.remarks.length ?? 0),
  createdAt: createdAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  undoUntil: confirmedAt && !undoneAt ? new Date(confirmedAt.getTime() + undoHours * 3600_000).toISOString() : null,
  undoneAt: undoneAt?.toISOString() ?? null,
});

function toLayout({ sheet, otherSheets, titles, columns, doubts, dateOrders, doubtful, remarks }: Layout) {
  const meanings = new Map(Object.entries(columns).map(([meaning, column]) => [column, meaning as ImportMeaning]));
  return {
    sheet,
    otherSheets,
    headings: titles.map((title, column) => ({ title, meaning: meanings.get(column) ?? null })),
    doubts: doubts.map(({ key, ...doubt }) => ({ meaning: key, ...doubt })),
    dates: Object.entries(doubtful ?? {}).map(([key, message]) => {
      const meaning = key as ImportMeaning;
      return { meaning, message, order: dateOrders[meaning] ?? null };
    }),
    remarks,
  };
}

/** A row of such a table. */
export const toPeopleImportRow = (row: ImportRow): PeopleImportRow => ({
  _id: row.id,
  row: row.row,
  name: fullName(row).trim(),
  email: row.email,
  mobile: row.mobile,
  personId: row.accountId,
  course: row.courseTitle ?? row.course,
  batch: row.batchCode ?? row.batch,
  particulars: toEntered(particularsIn(row)),
  outcome: row.outcome,
  reason: row.reason,
  remarks: (row.remarks as Remark[]).map(({ message }) => message),
  cells: row.cells,
  isLeftOut: row.leftOut,
  toCheck: row.toCheck,
});
