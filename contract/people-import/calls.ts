import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { EnteredParticulars } from '../seafarers/calls.ts';
import { ById, bounded, data, Id, Instant, ListQuery, oneOf, wholeFrom } from '../values/shapes.ts';

/**
 * The outcome of a row. Before the import is confirmed it is a plan: `new` makes an account, `matched` enrols or
 * completes somebody who has one, `unchanged` needs nothing, `refused` is left out. After an undo, `undone` rows left
 * nothing behind, and `kept` ones were used since.
 */
export const importOutcomes = ['new', 'matched', 'unchanged', 'refused', 'undone', 'kept'] as const;

/** What a column of a list of people can be. */
export const importMeanings = [
  'prefix',
  'name',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'country',
  'birthDate',
  'gradeNumber',
  'passportNumber',
  'passportExpiresOn',
  'cdcNumber',
  'cdcExpiresOn',
  'indosNumber',
  'course',
  'batch',
] as const;
export type ImportMeaning = (typeof importMeanings)[number];
/** What each is called on screen and in sentences. */
export const meaningWords: Readonly<Record<ImportMeaning, string>> = {
  prefix: 'Title',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  country: 'Country',
  birthDate: 'Date of birth',
  gradeNumber: 'Rank or grade',
  passportNumber: 'Passport number',
  passportExpiresOn: 'Passport expiry',
  cdcNumber: 'CDC number',
  cdcExpiresOn: 'CDC expiry',
  indosNumber: 'INDoS number',
  course: 'Course',
  batch: 'Batch',
};
const Meaning = z.enum(importMeanings);

/** What comes first in a date such as 03/04/1985. */
export const dateOrders = ['day', 'month'] as const;

/** How a list was read. Columns are counted from 0. */
const ImportLayout = z.object({
  /** The sheet that was read; null for a text file. */
  sheet: z.nullable(z.string()),
  otherSheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  /** Every column, by its heading, and what it was understood as; null for one that is not used. */
  headings: z.array(z.object({ title: z.string(), meaning: z.nullable(Meaning) })),
  /** Meanings for which staff have to choose a column first: until then every row is refused. */
  doubts: z.array(z.object({ meaning: Meaning, columns: z.array(z.number()), message: z.string() })),
  /** Columns whose dates can be read in two ways, and the order that staff chose; null until they do. */
  dates: z.array(z.object({ meaning: Meaning, message: z.string(), order: z.nullable(z.enum(dateOrders)) })),
  /** What is to be known of the whole list, as sentences. */
  remarks: z.array(z.string()),
});

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
  /** How the list was read; null for one of an earlier version. */
  layout: z.nullable(ImportLayout),
  /** How many remarks there are, on the list and its rows. */
  remarks: z.number(),
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
  /** What of the row was not taken as it stands, as sentences. */
  remarks: z.array(z.string()),
  /** Its cells as they were read or corrected, by their column. */
  cells: z.array(z.string()),
  /** Whether staff have left it out. */
  isLeftOut: z.boolean(),
  /** Requirements of the course that the academy does not record: staff check them before they confirm. */
  toCheck: z.array(z.string()),
});
export type PeopleImportRow = z.infer<typeof PeopleImportRow>;

export const ImportRowsQuery = z.extend(ListQuery, { outcome: oneOf(importOutcomes), remarked: oneOf(['yes']) });
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>;

/** Who approves people decides on enrolments too, in every role. */
const who = 'people:approve';

/** The import of people from a table: uploaded, checked, confirmed, and undone within a day. */
export const peopleImport = {
  preview: {
    method: 'POST',
    path: '/user/imports',
    who,
    /**
     * The sheet of a workbook to read; the first one that is shown if it is left out or blank. With a batch, rows that
     * name no course, or its course and no batch, are for it.
     */
    body: z.object({ sheet: z.optional(bounded(100)), batchId: z.optional(Id) }),
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
    /** The headings of the list, for its table with a column of remarks. */
    reply: z.extend(data(z.array(PeopleImportRow)), { headings: z.array(z.string()) }),
    table: { name: 'import-report' },
  },
  /**
   * Chooses the columns of a list that is not confirmed, and the order of dates that can be read in two ways. The rows
   * are judged again, and the columns are kept for the next list with the same headings. Refused with 409 `done` for a
   * list that is confirmed.
   */
  chooseColumns: {
    method: 'POST',
    path: '/user/imports/:id/columns',
    who,
    params: ById,
    body: z.object({
      columns: z
        .array(z.object({ meaning: Meaning, column: z.number().check(...wholeFrom(0)) }))
        .check(z.maxLength(importMeanings.length)),
      dates: z
        .array(z.object({ meaning: Meaning, order: z.enum(dateOrders) }))
        .check(z.maxLength(importMeanings.length)),
    }),
    reply: data(PeopleImport),
  },
  /**
   * Corrects cells of a row, or leaves it out, and judges the rows again. Refused with 409 `done` as `chooseColumns`.
   */
  correctRow: {
    method: 'POST',
    path: '/user/imports/:id/correct',
    who,
    params: ById,
    body: z.object({
      rowId: Id,
      isLeftOut: z.boolean(),
      cells: z
        .array(z.object({ column: z.number().check(...wholeFrom(0)), text: bounded(1_000) }))
        .check(z.maxLength(100)),
    }),
    reply: data(PeopleImport),
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
