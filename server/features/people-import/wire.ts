import type { PeopleImport, PeopleImportRow } from '@fairlead/contract/people-import/calls';
import { fullName } from '../accounts/index.ts';
import { particularsIn, toEntered } from '../seafarers/index.ts';
import type { getImport, ImportRow } from './queries.ts';
import { undoHours } from './rules.ts';

type Import = Awaited<ReturnType<typeof getImport>>;

/** A table of people as staff see it. */
export const toPeopleImport = ({ id, createdAt, confirmedAt, undoneAt, ...rest }: Import): PeopleImport => ({
  _id: id,
  ...rest,
  createdAt: createdAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  undoUntil: confirmedAt && !undoneAt ? new Date(confirmedAt.getTime() + undoHours * 3600_000).toISOString() : null,
  undoneAt: undoneAt?.toISOString() ?? null,
});

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
  toCheck: row.toCheck,
});
