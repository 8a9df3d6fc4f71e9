import { z } from 'zod/mini';

/** The answer of a call that has nothing to say but that it succeeded. */
export const Message = z.object({ message: z.string() });

/** Every error of the API: a sentence for people, a code for programs, and for validation a sentence a field. */
export const Failure = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The id of what is refused, where the screen leads on with it. */
  about: z.optional(z.string()),
});
export type Failure = z.infer<typeof Failure>;

/** A record's id on the wire; the database writes them small, and some comparisons are made outside of it. */
export const Id = z.uuid('Not a valid id').check(z.toLowerCase());
export const ById = z.object({ id: Id });
export const ByCourse = z.object({ courseId: Id });

// Control characters but tab and line feed, what turns the direction of writing, and what takes no room at all: with
// them one name can pass for another. The joiners U+200C and U+200D stay, since Indian scripts need them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

// Composing takes the square of the marks on one letter. Past 30 they are cut off, as in the Stream-Safe Text Format
// (UAX #15); no script needs them.
const marks = /(\p{M}{1,30})\p{M}*/gu;

/**
 * Text as it is kept: line ends as one sign, letters composed, nothing that is there and not seen. PostgreSQL takes
 * neither NUL nor half of a surrogate pair. Takes time in proportion to the length.
 */
export const tidied = (value: string): string =>
  value.toWellFormed().replace(/\r\n?/g, '\n').replace(unseen, '').replace(marks, '$1').normalize('NFC');

export const tidy = z.overwrite(tidied);
const onOneLine = z.overwrite<string>((value) => value.replace(/\s+/g, ' '));

/**
 * A string of at most `max` characters (code points). Every string of a request begins with this: of one that is too
 * long nothing but its length is looked at, since a pattern that runs over a megabyte holds up everybody.
 *
 * @param missing what is said where there is no string; `tooLong`, where it is too long.
 * @param changes such as `tidy`: what may shorten the text before it is measured. Before them it may be four times as
 *   long, and a hundred characters.
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

const atMost200 = 'The limit is a number from 1 to 200';

/** Query of a keyset list: what to search (from three letters), how many, and the cursor of the page before. */
export const ListQuery = z.object({
  q: z.optional(bounded(100, { missing: 'Search for one text', tooLong: 'This search is too long' }, tidy)),
  limit: z.optional(z.coerce.number(atMost200).check(z.int(atMost200), z.gte(1, atMost200), z.lte(200, atMost200))),
  after: z.optional(z.uuid('There is no such place in this list')),
});
export type ListQuery = z.infer<typeof ListQuery>;

/** The order of a list: one of those that it has, the first when none is named. */
export const sortedBy = <const Orders extends readonly [string, ...string[]]>(orders: Orders) =>
  z.optional(z.enum(orders, 'This list has no such order'));

/** One value that a list is narrowed to. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.optional(z.enum(values, 'This list is not narrowed so'));

/** Dates before this one are slips of the pen, and the earliest that a calendar can write no database takes. */
const Day = z.optional(
  z.iso.date('Enter a valid date').check(z.refine((day) => day >= '1900-01-01', 'Enter a valid date')),
);

/** Narrows a list to what happened on these days, both included, by the academy's calendar. */
export const Days = z.object({ from: Day, to: Day });
export type Days = z.infer<typeof Days>;

/** What a list is taken away as. */
const exportFormats = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];

const Format = z.optional(z.enum(exportFormats, 'A list is taken away as csv or xlsx'));

/** Query of a whole list as a table: what the list itself is asked for but its pages, and the format, by default CSV. */
export const exportQueryOf = ({ query = ListQuery }: { query?: unknown }) =>
  z.extend(z.omit(query as typeof ListQuery, { limit: true, after: true }), { format: Format });

/** A calendar day without a time zone, YYYY-MM-DD. */
export const CalendarDate = z.iso.date('Enter a valid date');

/** A moment; in JSON an ISO 8601 string in UTC. */
export const Instant = z.iso.datetime().check(z.maxLength(40));

const sentences = (label: string) => ({ missing: `${label} is required`, tooLong: `${label} is too long` });

/** A required text of any number of lines, trimmed before it is measured. */
export const text = (label: string, max = 200) =>
  bounded(max, sentences(label), tidy, z.trim()).check(z.minLength(1, `${label} is required`));

/** A required text on one line: it stands in lists, subjects of mails and certificates. */
export const line = (label: string, max = 200) =>
  bounded(max, sentences(label), tidy, onOneLine, z.trim()).check(z.regex(/[^\p{C}\s]/u, `${label} is required`));

/** What a person is called, in the letters of any script. */
export const personName = (label: string, max: number) =>
  line(label, max).check(z.regex(/^$|\p{L}/u, `Please write the ${label.toLowerCase()} in letters`));

/** A stored file as the specification names it, with the link under which it can be fetched as it is. */
export const FileLink = z.object({ filename: z.string(), url: z.string() });

export const data = <T extends z.ZodMiniType>(shape: T) => z.object({ data: shape });
export const saved = <T extends z.ZodMiniType>(shape: T) => z.object({ message: z.string(), data: shape });
