import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { EnteredParticulars } from '../seafarers/calls.ts';
import { ById, data, Id, Instant, ListQuery, oneOf } from '../values/shapes.ts';

/**
 * The outcome of a row. Before the import is confirmed it is a plan: `new` makes an account, `matched` enrols or
 * completes somebody who has one, `unchanged` needs nothing, `refused` is left out. After an undo, `undone` rows left
 * nothing behind, and `kept` ones were used since.
 */
export const importOutcomes = ['new', 'matched', 'unchanged', 'refused', 'undone', 'kept'] as const;

/** An uploaded table of people, with the number of rows for each outcome. */
export const PeopleImport = z.object({
  _id: Id,
  filename: z.string(),
  createdAt: Instant,
  confirmedAt: z.nullable(Instant),
  /** Until when a confirmed import can be undone; null before it is confirmed, and after it was undone. */
  undoUntil: z.nullable(Instant),
  undoneAt: z.nullable(Instant),
  counts: z.record(z.enum(importOutcomes), z.number()),
  /** How many rows enrol somebody. */
  enrolments: z.number(),
  /** How many of them enrol somebody of whom staff have to check something first. */
  toCheck: z.number(),
  /** How many emails are not in the outbox yet; 0 before the import is confirmed. */
  mailsLeft: z.number(),
});
export type PeopleImport = z.infer<typeof PeopleImport>;

/** A row as it was read, with its number in the sheet. */
export const PeopleImportRow = z.object({
  _id: Id,
  row: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** The person who was found or made; null before, and for a row that is refused. */
  personId: z.nullable(Id),
  /** The course and the batch under their own names, or as the table names them where none was found. */
  course: z.string(),
  batch: z.string(),
  particulars: EnteredParticulars,
  outcome: z.enum(importOutcomes),
  /** Why the row is refused, unchanged or kept, or what else to know of it; null if there is nothing to say. */
  reason: z.nullable(z.string()),
  /** Requirements of the course that the academy does not record: staff check them before they confirm. */
  toCheck: z.array(z.string()),
});
export type PeopleImportRow = z.infer<typeof PeopleImportRow>;

export const ImportRowsQuery = z.extend(ListQuery, { outcome: oneOf(importOutcomes) });
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>;

/** Who approves people decides on enrolments too, in every role. */
const who = 'people:approve';

/** The import of people from a table: uploaded, checked, confirmed, and undone within a day. */
export const peopleImport = {
  preview: {
    method: 'POST',
    path: '/user/imports',
    who,
    files: { file: { kind: 'table', max: 1 } },
    status: 201,
    reply: data(PeopleImport),
  },
  /** The latest 20 imports: confirmed ones of the last week, others of the last day. */
  list: { method: 'GET', path: '/user/imports', who, reply: data(z.array(PeopleImport)) },
  get: { method: 'GET', path: '/user/imports/:id', who, params: ById, reply: data(PeopleImport) },
  listRows: {
    method: 'GET',
    path: '/user/imports/:id/rows',
    who,
    params: ById,
    query: ImportRowsQuery,
    reply: data(z.array(PeopleImportRow)),
    table: { name: 'import-report' },
  },
  /**
   * Stores everything that the preview shows, in one transaction; the emails follow. Refused with 409 `stale` where
   * a row has changed since the preview: nothing is stored, and the rows show what is true now. Refused with
   * `not-eligible` where rows say what to check and `checked` is not set. Idempotent.
   */
  confirm: {
    method: 'POST',
    path: '/user/imports/:id/confirm',
    who,
    params: ById,
    body: z.object({ checked: z.optional(z.boolean()) }),
    reply: data(PeopleImport),
  },
  /** Takes back what nobody has used since, within a day. Idempotent. */
  undo: { method: 'POST', path: '/user/imports/:id/undo', who, params: ById, reply: data(PeopleImport) },
} as const satisfies Calls;
