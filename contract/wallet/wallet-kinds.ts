import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import {
  bounded,
  CalendarDate,
  codeOf,
  data,
  Instant,
  line,
  SeenEdition,
  saved,
  text,
  tidy,
} from '../values/shapes.ts';
import { countryInCodes, countryRules, documentValidities, kindGroups } from './wallet-words.ts';

const badFormat = 'Write a format in A for a letter, 9 for a digit and * for one of both';
const Format = bounded(40, { tooLong: badFormat }, tidy, z.trim(), z.toUpperCase()).check(
  z.regex(/[A9*]/, badFormat),
  z.regex(/^[A-Z0-9* ./-]+$/, badFormat),
);

/** The longest time before its end at which the renewal of a document may begin, in days. */
export const mostRenewalDays = 730;
const days = `Enter a number of days from 1 to ${mostRenewalDays}`;
const months = 'Enter a number of months from 1 to 600';

const facts = {
  /** The code of what a document of the kind proves, by which rules of courses and checklists name it. */
  code: codeOf('A code is short, such as CDC'),
  title: line('Title', 100),
  group: z.enum(kindGroups, 'Choose a group'),
  /** How its number may look: A is a letter, 9 a digit, * one of both, anything else itself. None: any number. */
  numberFormats: z.array(Format).check(z.maxLength(10, 'A kind has at most 10 formats')),
  country: z.enum(countryRules, 'Choose whether a country is asked for'),
  /** Whether the country is part of the code: CDC-PA instead of CDC, MED-LR beside MED. It is never changed. */
  countryInCode: z.enum(countryInCodes, 'Choose what the country does'),
  validity: z.enum(documentValidities, 'Choose how long it is valid'),
  /** At most so many months after the day of issue, where `validity` is `months`. */
  validityMonths: z.nullable(z.int(months).check(z.gte(1, months), z.lte(600, months))),
  /** How many days before its end the renewal begins. */
  renewalDays: z.int(days).check(z.gte(1, days), z.lte(mostRenewalDays, days)),
  source: text('Source', 300),
  sourceDate: CalendarDate,
  /** A retired kind is not offered any more; documents of it stay. */
  isRetired: z.boolean(),
};
const Facts = z.object(facts);
export type KindFacts = z.infer<typeof Facts>;

/** A new edition of a kind, or a new kind. `seen` is the edition that its author saw; null for a new kind. */
export const KindInput = z.object({ ...facts, seen: z.nullable(SeenEdition) }).check(
  z.refine((kind) => kind.validity !== 'months' || kind.validityMonths !== null, {
    error: months,
    path: ['validityMonths'],
  }),
);
export type KindInput = z.infer<typeof KindInput>;

/** A kind of document as the newest edition has it. Edition 0 is that of the program, which nobody has changed. */
export const DocumentKind = z.extend(Facts, {
  edition: z.number(),
  createdAt: z.nullable(Instant),
  /** The name of the colleague who entered it; null for the program. */
  createdBy: z.nullable(z.string()),
});
export type DocumentKind = z.infer<typeof DocumentKind>;

/** A kind with its former editions, newest first. */
export const StaffKind = z.extend(DocumentKind, { former: z.array(DocumentKind) });
export type StaffKind = z.infer<typeof StaffKind>;

/** The kinds of documents in wallets, for staff. */
export const walletKinds = {
  list: { method: 'GET', path: '/document-kinds', who: 'people:read', reply: data(z.array(StaffKind)) },
  /**
   * Adds a kind, or an edition to one. Documents that are there stay as they are. Refused with 409 when a colleague has
   * added an edition since (`stale`), or a kind of this code (`exists`).
   */
  save: {
    method: 'POST',
    path: '/document-kinds',
    who: 'settings:edit',
    body: KindInput,
    status: 201,
    reply: saved(z.array(StaffKind)),
  },
} as const satisfies Calls;
