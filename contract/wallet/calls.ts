import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { printed } from '../seafarers/document-numbers.ts';
import { countryCodes } from '../values/countries.ts';
import {
  ById,
  bounded,
  CalendarDate,
  data,
  FileLink,
  Id,
  Instant,
  ListQuery,
  line,
  Message,
  oneOf,
  optionalText,
  saved,
  text,
  wholeFrom,
} from '../values/shapes.ts';
import { DocumentKind } from './wallet-kinds.ts';
import { documentChecks, documentSources, refusalReasons } from './wallet-words.ts';

/** The maximum number of documents that somebody adds to a wallet. */
export const mostDocuments = 100;

/**
 * The way to the renewal: the refresher course or the course that gives it; `firstDay` is that of the next open batch.
 */
const Renewal = z.object({
  courseId: Id,
  title: z.string(),
  isRefresher: z.boolean(),
  firstDay: z.nullable(CalendarDate),
});

/** A document of a person: one of their wallet, a number of their profile, or a certificate of the academy. */
export const HeldDocument = z.object({
  /** Unique among all documents; that of the wallet's document, or of the certificate. */
  _id: Id,
  source: z.enum(documentSources),
  /** The code of its kind, or what the certificate proves; empty where that is not named. */
  kind: z.string(),
  /** The title of its kind or its course, or the one that was entered. */
  title: z.string(),
  number: z.string(),
  issuer: z.string(),
  /** ISO 3166, two letters; empty for none. */
  country: z.string(),
  issuedOn: z.nullable(CalendarDate),
  /** Null: it does not end. */
  lastDay: z.nullable(CalendarDate),
  /** Whether on its last day a refresher is due, and it does not expire. */
  isRefresherDue: z.boolean(),
  /** How many days before its end the renewal begins. */
  renewalDays: z.number(),
  /** Whether the person holds a newer one of the kind. */
  isReplaced: z.boolean(),
  check: z.enum(documentChecks),
  /** When staff checked or refused it, and for staff who. */
  decidedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.string()),
  refusal: z.nullable(z.object({ reason: z.enum(refusalReasons), note: z.nullable(z.string()) })),
  /** Null for a number of the profile, and for a certificate, whose PDF is with the certificates. */
  file: z.nullable(FileLink),
  /** The result of the virus scan of the file. */
  scan: z.enum(['clean', 'not-scanned', 'infected']),
  version: z.number(),
  renewal: z.nullable(Renewal),
});
export type HeldDocument = z.infer<typeof HeldDocument>;

const noCountry = 'Choose a country';

const day = (label: string) =>
  z.iso.date(`${label} is required`).check(z.refine((one) => one >= '1900-01-01', `${label} is not a valid date`));

/** A document as its owner enters it; what its kind requires besides is in wallet-rules.ts. */
export const DocumentInput = z.object({
  kind: bounded(20, { missing: 'Choose a kind of document' }).check(z.minLength(1, 'Choose a kind of document')),
  /** The title of the document, for a kind that has none of its own. */
  title: z._default(optionalText('Document', 100), ''),
  number: bounded(
    60,
    { missing: 'Number is required', tooLong: 'Number is too long' },
    z.overwrite<string>(printed),
  ).check(z.minLength(1, 'Number is required')),
  issuer: line('Issued by', 120),
  country: z._default(
    bounded(2, { tooLong: noCountry }).check(
      z.refine((code) => code === '' || countryCodes.includes(code), { error: noCountry }),
    ),
    '',
  ),
  issuedOn: day('Day of issue'),
  /** Empty where it does not end. */
  expiresOn: z._default(z.union([z.literal(''), day('Last day')], 'Enter a valid date'), ''),
});
export type DocumentInput = z.infer<typeof DocumentInput>;

const version = 'The version is the number with which the document was read';
const SeenDocument = z.object({ version: z.coerce.number(version).check(...wholeFrom(1, version)) });

const files = { file: { kind: 'image-or-pdf', max: 1 } } as const;
const Wallet = z.object({ documents: z.array(HeldDocument), kinds: z.array(DocumentKind) });

/** Why staff refuse a document, and the version that they saw. */
export const Refusal = z
  .extend(SeenDocument, {
    reason: z.enum(refusalReasons, 'Choose a reason'),
    /** A remark for the person, which is emailed to them. */
    note: z.optional(text('Note', 1000)),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || note !== undefined, {
      error: 'Please write the reason',
      path: ['note'],
    }),
  );
export type Refusal = z.infer<typeof Refusal>;

/** The spans of days in which documents end; `ended` lists those that have ended in the last `endedFor` days. */
const endingSpans = ['ended', '7', '30', '60', '90', '180', '365'] as const;
export const endedFor = 30;

/**
 * Filters of the documents that end. By default all of them, from those that have ended in the last `endedFor` days on.
 */
export const EndingQuery = z.extend(ListQuery, {
  within: oneOf(endingSpans),
  kind: z.optional(bounded(40)),
});
export type EndingQuery = z.infer<typeof EndingQuery>;

const Owner = z.object({ _id: Id, name: z.string(), email: z.string() });

/** A document that ends, with its owner. */
export const EndingDocument = z.object({
  _id: Id,
  source: z.enum(documentSources),
  kind: z.string(),
  title: z.string(),
  number: z.string(),
  lastDay: CalendarDate,
  isRefresherDue: z.boolean(),
  /** How many days before its end the renewal begins. */
  renewalDays: z.number(),
  isChecked: z.boolean(),
  person: Owner,
});
export type EndingDocument = z.infer<typeof EndingDocument>;

/** A document that waits for a check, with its owner. */
export const WaitingDocument = z.extend(HeldDocument, { person: Owner, addedAt: Instant });
export type WaitingDocument = z.infer<typeof WaitingDocument>;

export const wallet = {
  /** The learner's documents, in the order in which they end, with the kinds of which they can add one. */
  own: { method: 'GET', path: '/wallet', who: 'learner', reply: data(Wallet) },
  add: {
    method: 'POST',
    path: '/wallet',
    who: 'learner',
    body: DocumentInput,
    files,
    status: 201,
    reply: saved(Wallet),
  },
  /**
   * Changes a document, which staff check again. Without a file the scan stays. Refused with 409 if it was changed
   * since.
   */
  edit: {
    method: 'PUT',
    path: '/wallet/:id',
    who: 'learner',
    params: ById,
    body: z.extend(DocumentInput, SeenDocument.shape),
    files,
    reply: saved(Wallet),
  },
  remove: { method: 'DELETE', path: '/wallet/:id', who: 'learner', params: ById, reply: saved(Wallet) },
  /** The documents of a person, for staff; `id` is the account's. */
  ofPerson: {
    method: 'GET',
    path: '/people/:id/wallet',
    who: 'people:read',
    params: ById,
    reply: data(z.array(HeldDocument)),
  },
  /** Records that staff compared a document with its scan. Refused with 409 if it was changed or decided since. */
  check: {
    method: 'POST',
    path: '/wallet/:id/check',
    who: 'people:approve',
    params: ById,
    body: SeenDocument,
    reply: Message,
  },
  /** Refuses a document, and emails the reason to its owner. */
  refuse: {
    method: 'POST',
    path: '/wallet/:id/refuse',
    who: 'people:approve',
    params: ById,
    body: Refusal,
    reply: Message,
  },
  /** The documents of all people that wait for a check, the oldest first. */
  listWaiting: {
    method: 'GET',
    path: '/wallet/waiting',
    who: 'people:read',
    query: ListQuery,
    reply: data(z.array(WaitingDocument)),
    table: { name: 'documents-to-check' },
  },
  /** The documents of all people that end, in the order in which they do. */
  listEnding: {
    method: 'GET',
    path: '/wallet/ending',
    who: 'people:read',
    query: EndingQuery,
    reply: data(z.array(EndingDocument)),
    table: { name: 'expiring-documents' },
  },
} as const satisfies Calls;
