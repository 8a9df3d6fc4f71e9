import { z } from 'zod/mini';
import { longestSearch } from './lengths.ts';
import { asciiDigits, tidied } from './plain-text.ts';

/** The response of a call without data, which only reports success. */
export const Message = z.object({ message: z.string() });

/**
 * Every error of the API: a sentence for people, a code for programs, and for validation errors a sentence for each
 * field.
 */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The id of the refused record, where the screen continues with it. */
  about: z.optional(z.string()),
  /** Of a fault: the trace by which the operator finds it in the log. */
  trace: z.optional(z.string()),
});
export type Failure = z.infer<typeof Failure>;

/**
 * A record's id in requests and responses. It is converted to lower case, as in the database, because some comparisons
 * are made outside the database. A text that is no id is not converted: it may be long.
 */
export const Id = z.uuid({ error: 'Not a valid id', abort: true }).check(z.toLowerCase());
export const ById = z.object({ id: Id });
export const ByCourse = z.object({ courseId: Id });

export const tidy = z.overwrite(tidied);

/** Converts a text to ASCII digits (`asciiDigits`). */
export const inAsciiDigits = z.overwrite(asciiDigits);

export const onOneLine = z.overwrite<string>((value) => value.replace(/\s+/g, ' '));

/**
 * A string of at most `max` characters (code points). Every string in a request begins with this: if it is too long,
 * only its length is checked, because a pattern that is applied to a megabyte would delay everybody.
 *
 * @param missing the message if there is no string; `tooLong`, if it is too long.
 * @param changes such as `tidy`, which may shorten the text before it is measured. Before them, it may be four times as
 *   long, plus a hundred characters.
 */
export function bounded(
  max: number,
  { missing, tooLong }: { missing?: string; tooLong?: string } = {},
  ...changes: z.core.$ZodCheck<string>[]
) {
  const atMost = (length: number) => z.maxLength(length, { abort: true, ...(tooLong && { error: tooLong }) });
  const string = z.string(missing).check(atMost(changes.length > 0 ? 4 * max + 100 : max));
  return changes.length > 0 ? string.check(...changes, atMost(max)) : string;
}

/** The token of a secret link. */
export const ByToken = z.object({ token: bounded(100) });

const atMost200 = 'The limit is a number from 1 to 200';

/**
 * The query of a paginated list: the search text (too little of it searches nothing: contract/platform/search.ts), the
 * limit, and the pagination cursor.
 */
export const ListQuery = z.object({
  q: z.optional(bounded(longestSearch, { missing: 'Search for one text', tooLong: 'This search is too long' }, tidy)),
  limit: z.optional(z.coerce.number(atMost200).check(z.int(atMost200), z.gte(1, atMost200), z.lte(200, atMost200))),
  after: z.optional(z.uuid('There is no such place in this list')),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** The sort order of a list: one of these values, by default the first. */
export const sortedBy = <const Orders extends readonly [string, ...string[]]>(orders: Orders) =>
  z.optional(z.enum(orders, 'This list has no such order'));

/** A filter of a list with a fixed set of values. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.optional(z.enum(values, 'This list does not have this filter'));

/**
 * Dates before this one are typing errors, and databases cannot store the earliest ones that the date format allows.
 */
const Day = z.optional(
  z.iso.date('Enter a valid date').check(z.refine((day) => day >= '1900-01-01', 'Enter a valid date')),
);

/** Limits a list to these days, both included, in the academy's time zone. */
export const Days = z.object({ from: Day, to: Day });
export type Days = z.infer<typeof Days>;

/** The query of a paginated list with a filter by days. */
export const DatedListQuery = z.extend(ListQuery, Days.shape);

/** The formats of an exported list. */
const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const Format = z.optional(z.enum(exportFormats, 'A list is exported as csv or xlsx'));

/** The query of an export: the list's own query without pagination, and the format, by default CSV. */
export const exportQueryOf = ({ query = ListQuery }: { query?: unknown }) =>
  z.extend(z.omit(query as typeof ListQuery, { limit: true, after: true }), { format: Format });

/** A calendar day without a time zone, YYYY-MM-DD. */
export const CalendarDate = z.iso.date('Enter a valid date');

/** A point in time; in JSON an ISO 8601 string in UTC. */
export const Instant = z.iso.datetime().check(z.maxLength(40));

const sentences = (label: string) => ({ missing: `${label} is required`, tooLong: `${label} is too long` });

/** A required text of any number of lines, trimmed before it is measured. */
export const text = (label: string, max = 200) =>
  bounded(max, sentences(label), tidy, z.trim()).check(z.minLength(1, `${label} is required`));

/** A text of any number of lines that may be empty. */
export const optionalText = (label: string, max: number) => bounded(max, sentences(label), tidy, z.trim());

/** A required text on one line, for use in lists, email subjects and certificates. */
export const line = (label: string, max = 200) =>
  bounded(max, sentences(label), tidy, onOneLine, z.trim()).check(z.regex(/[^\p{C}\s]/u, `${label} is required`));

const codeShape = (message: string, pattern: RegExp) =>
  bounded(20, { missing: message, tooLong: message }, tidy, z.trim(), z.toUpperCase()).check(z.regex(pattern, message));

/** The short code of a qualification or a document, such as PST or CDC-PA; `message` says so for anything else. */
export const codeOf = (message: string) => codeShape(message, /^[A-Z0-9][A-Z0-9/-]*$/);

/** The same, or an empty text. */
export const optionalCodeOf = (message: string) => codeShape(message, /^([A-Z0-9][A-Z0-9/-]*)?$/);

/** The name of a person, in the letters of any script. */
export const personName = (label: string, max: number) =>
  line(label, max).check(z.regex(/^$|\p{L}/u, `Please write the ${label.toLowerCase()} in letters`));

/** The last name of a person; null says that the person has one name only, which is the first name then. */
export const lastName = z.nullable(personName('Last name', 60));

/** The same, or an empty text. */
export const optionalPersonName = (label: string, max: number) =>
  bounded(max, sentences(label), tidy, onOneLine, z.trim()).check(
    z.regex(/^$|\p{L}/u, `Please write the ${label.toLowerCase()} in letters`),
  );

/** A stored file, named as in the specification, with a link to download it. */
export const FileLink = z.object({ filename: z.string(), url: z.string() });

export const data = <T extends z.ZodMiniType>(shape: T) => z.object({ data: shape });
export const saved = <T extends z.ZodMiniType>(shape: T) => z.object({ message: z.string(), data: shape });

/** The checks of a whole number of at least `least` that a column of the database can hold: 32 bits. */
export const wholeFrom = (least: number, message?: string) =>
  [z.int(message), z.gte(least, message), z.lte(2_147_483_647, message)] as const;

/** The newest edition of a record that the editor has seen; 0 for none. */
export const SeenEdition = z.number().check(...wholeFrom(0));

const version = 'The version is the number with which the record was read';

/**
 * The version of a record that the editor saw. Without it, the edit is accepted even if the record has changed since.
 */
export const SeenVersion = z.object({
  version: z.optional(z.coerce.number(version).check(...wholeFrom(1, version))),
});
