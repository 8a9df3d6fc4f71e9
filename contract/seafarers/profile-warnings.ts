import { z } from 'zod/mini';
import { CalendarDate, Id } from '../values/shapes.ts';
import { type DocumentKind, documentKinds, documentNames } from './document-words.ts';

/** The fields that both the readable zone of a passport and a profile have. */
const zoneFields = ['name', 'passportNumber', 'birthDate', 'passportExpiresOn'] as const;
export type ZoneField = (typeof zoneFields)[number];

/** Their names in a sentence. */
export const zoneFieldNames: Record<ZoneField, string> = {
  name: 'name',
  passportNumber: 'passport number',
  birthDate: 'date of birth',
  passportExpiresOn: 'expiry date',
};

/**
 * A warning about something unusual in a profile and its documents. The server computes it (`warningsOf` in
 * `seafarers`), for staff only. A warning decides nothing.
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
  /** State or country is not in the lists, or the PIN code is of another state; `text` says so. */
  z.object({ kind: z.literal('place'), text: z.string() }),
  /** Another account has the same number; `other` is null for a reader who may not read people. */
  z.object({
    kind: z.literal('same-number'),
    paper: z.enum(['passport', 'indos']),
    other: z.nullable(z.object({ id: Id, name: z.string() })),
  }),
  /** The readable zone of the passport says something else than the profile; dates are calendar days. */
  z.object({ kind: z.literal('readable-zone'), field: z.enum(zoneFields), read: z.string(), entered: z.string() }),
  z.object({ kind: z.literal('tiny-picture'), document: z.enum(documentKinds) }),
  z.object({ kind: z.literal('blurred-picture'), document: z.enum(documentKinds) }),
]);
export type ProfileWarning = z.infer<typeof ProfileWarning>;

/** The identity documents whose numbers and expiry dates a profile states. */
const numberNames = {
  passport: 'passport',
  cdc: 'CDC',
  indos: 'INDoS',
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
      return `The ${numberNames[warning.paper]} expired on ${dayInWords(warning.on)}.`;
    case 'expires-before-end':
      return `The ${numberNames[warning.paper]} expires on ${dayInWords(warning.on)}, and the batch ends on ${dayInWords(warning.endsOn)}.`;
    case 'unusual-number':
      return `Unusual ${numberNames[warning.paper]} number. ${warning.text}`;
    case 'place':
      return warning.text;
    case 'same-number':
      return `The same ${numberNames[warning.paper]} number is in ${warning.other ? `the account of ${warning.other.name}` : 'another account'}.`;
    case 'readable-zone': {
      const { field, read, entered } = warning;
      const [there, here] = [read, entered].map((value) => zoneValueInWords(field, value, dayInWords));
      // no check digit proves a name
      const says = field === 'name' ? 'looks like' : 'is';
      return `The ${zoneFieldNames[field]} in the machine-readable zone (MRZ) of the passport ${says} ${there}; in the profile it is ${here}.`;
    }
    case 'tiny-picture':
      return `The ${pictureOf(warning.document)} is very small.`;
    case 'blurred-picture':
      return `The ${pictureOf(warning.document)} looks blurred.`;
  }
}

/** The value of a field, read in a readable zone or entered, in words. */
export const zoneValueInWords = (field: ZoneField, value: string, dayInWords: (day: string) => string): string =>
  field === 'birthDate' || field === 'passportExpiresOn' ? dayInWords(value) : value;

const pictureOf = (document: DocumentKind): string =>
  document === 'profilePicture' ? documentNames[document] : `picture of the ${documentNames[document]}`;
