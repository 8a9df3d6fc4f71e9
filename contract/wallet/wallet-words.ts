import { monthsInWords } from '../values/validity-words.ts';

// Words and lists alone, so that a page that shows them does not load the schemas.

/** How long before its last day a certificate is shown as expiring soon, and its renewal begins, in days. */
export const certificateRenewalDays = 90;

/** The groups of kinds of documents, in the order in which forms offer them. */
export const kindGroupNames = {
  travel: 'Travel and identity',
  'seamans-book': 'Seaman’s books',
  visa: 'Visas',
  medical: 'Medical',
  vaccination: 'Vaccinations',
  competency: 'Certificates of competency',
  endorsement: 'Endorsements',
  training: 'Training certificates',
  other: 'Other',
} as const;
export type KindGroup = keyof typeof kindGroupNames;
export const kindGroups = Object.keys(kindGroupNames) as [KindGroup, ...KindGroup[]];

/** The rules that a kind may have for the last day of its documents. */
export const documentValidities = ['unlimited', 'stated', 'stated-or-unlimited', 'months'] as const;
export type DocumentValidity = (typeof documentValidities)[number];

/** Whether a country or flag is asked for, and what it does to the code that a document proves. */
export const countryRules = ['none', 'optional', 'required'] as const;
export const countryInCodes = ['no', 'also', 'instead'] as const;

/** A kind's rule for the last day, in words. */
export function documentValidityInWords(kind: { validity: DocumentValidity; validityMonths: number | null }): string {
  if (kind.validity === 'unlimited') return 'Does not expire';
  if (kind.validity === 'stated') return 'Until the date on it';
  if (kind.validity === 'stated-or-unlimited') return 'Until the date on it, if it has one';
  return `At most ${monthsInWords(kind.validityMonths ?? 0)}`;
}

/** The documents that everybody keeps in the profile, by the code of their kind. */
export const profileKinds = { PASSPORT: 'Passport', CDC: 'Seaman’s book (CDC)', INDOS: 'INDoS number' } as const;

/**
 * Where a document in a wallet comes from: it was added there, is in the profile, or is a certificate of the academy.
 */
export const documentSources = ['wallet', 'profile', 'certificate'] as const;
export type DocumentSource = (typeof documentSources)[number];

/**
 * The states of a document's check, with their names on screen. Certificates of the academy count as checked.
 */
const checkNames = { waiting: 'Not checked yet', checked: 'Checked', refused: 'Refused' } as const;
export type DocumentCheck = keyof typeof checkNames;
export const documentChecks = Object.keys(checkNames) as [DocumentCheck, ...DocumentCheck[]];

/** Why staff refuse a document: the reasons of document requests, except that it is missing. */
export const refusalReasons = ['unreadable', 'cut-off', 'wrong-document', 'expired', 'mismatch', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** How a document stands on a day. */
export type DocumentState = 'valid' | 'ending' | 'ended' | 'replaced';

type Validity = {
  lastDay: string | null;
  /** How many days before its end the renewal begins. */
  renewalDays: number;
  /** Whether the person holds a newer one. */
  isReplaced: boolean;
};

/** The number of days from `today` to a day; negative when it is past. */
export const daysTo = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / (24 * 3600 * 1000));

/** How a document stands: it is replaced by a newer one, has ended, ends within its renewal window, or is valid. */
export function documentStateOf({ lastDay, renewalDays, isReplaced }: Validity, today: string): DocumentState {
  if (isReplaced) return 'replaced';
  if (lastDay === null) return 'valid';
  if (lastDay < today) return 'ended';
  return daysTo(lastDay, today) <= renewalDays ? 'ending' : 'valid';
}
