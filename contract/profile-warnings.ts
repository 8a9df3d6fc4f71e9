import { z } from 'zod/mini';
import { type DocumentKind, documentKinds, documentNames } from './document-words.ts';
import { CalendarDate, Id } from './shapes.ts';

/**
 * What is unusual about a profile and its documents. The server computes it (`warningsOf` in `seafarers`), for staff
 * only. A warning decides nothing.
 */
export const ProfileWarning = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('expired'), paper: z.enum(['passport', 'cdc']), on: CalendarDate }),
  /** It expires before the last day of the batch, which is `endsOn`. */
  z.object({
    kind: z.literal('expires-before-end'),
    paper: z.enum(['passport', 'cdc']),
    on: CalendarDate,
    endsOn: CalendarDate,
  }),
  /** Its number does not have the usual form; `text` says why. */
  z.object({
    kind: z.literal('unusual-number'),
    paper: z.enum(['passport', 'cdc', 'indos', 'grade']),
    text: z.string(),
  }),
  /** Another account has the same number; `other` is null for a reader who may not read people. */
  z.object({
    kind: z.literal('same-number'),
    paper: z.enum(['passport', 'indos']),
    other: z.nullable(z.object({ id: Id, name: z.string() })),
  }),
  z.object({ kind: z.literal('tiny-picture'), document: z.enum(documentKinds) }),
  z.object({ kind: z.literal('blurred-picture'), document: z.enum(documentKinds) }),
]);
export type ProfileWarning = z.infer<typeof ProfileWarning>;

/** The papers whose numbers and expiry dates a profile states. */
export const paperNames = {
  passport: 'passport',
  cdc: 'CDC',
  indos: 'INDOS',
  grade: 'grade',
} as const;

/**
 * A warning in a sentence.
 *
 * @param dayInWords writes a day.
 */
export function warningSentence(warning: ProfileWarning, dayInWords: (day: string) => string): string {
  switch (warning.kind) {
    case 'expired':
      return `The ${paperNames[warning.paper]} expired on ${dayInWords(warning.on)}.`;
    case 'expires-before-end':
      return `The ${paperNames[warning.paper]} expires on ${dayInWords(warning.on)}, and the batch ends on ${dayInWords(warning.endsOn)}.`;
    case 'unusual-number':
      return `Unusual ${paperNames[warning.paper]} number. ${warning.text}`;
    case 'same-number':
      return `The same ${paperNames[warning.paper]} number is in ${warning.other ? `the account of ${warning.other.name}` : 'another account'}.`;
    case 'tiny-picture':
      return `The ${pictureOf(warning.document)} is very small.`;
    case 'blurred-picture':
      return `The ${pictureOf(warning.document)} looks blurred.`;
  }
}

const pictureOf = (document: DocumentKind): string =>
  document === 'profilePicture' ? documentNames[document] : `picture of the ${documentNames[document]}`;
