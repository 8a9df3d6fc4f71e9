import { monthsInWords } from '../values/validity-words.ts';

// What a kind requires of a document: one rule for the form and for the server.

/** The part of a kind that the rule reads. */
export type KindRequirements = {
  group: string;
  numberFormats: readonly string[];
  country: 'none' | 'optional' | 'required';
  validity: 'unlimited' | 'stated' | 'stated-or-unlimited' | 'months';
  validityMonths: number | null;
};

/**
 * A document as it is entered; `country` and `title` are empty where there is none, `expiresOn` where it does not end.
 */
export type EnteredDocument = {
  title: string;
  number: string;
  country: string;
  issuedOn: string;
  expiresOn: string;
};

/** Spaces, hyphens and points are written as one likes. */
const bare = (text: string) => text.toUpperCase().replace(/[\s.-]/g, '');

const classes: Readonly<Record<string, RegExp>> = { A: /[A-Z]/, '9': /[0-9]/, '*': /[A-Z0-9]/ };

/**
 * Whether a number has one of the formats: A is a letter, 9 a digit, * one of both, and anything else itself. Without a
 * format, any number with a letter or digit is one.
 */
export function hasFormat(number: string, formats: readonly string[]): boolean {
  const written = [...bare(number)];
  if (formats.length === 0) return /[\p{L}\p{N}]/u.test(number);
  return formats.some((format) => {
    const signs = [...bare(format)];
    const fits = (sign: string, n: number) => classes[sign]?.test(written[n] ?? '') ?? sign === written[n];
    return signs.length === written.length && signs.every(fits);
  });
}

/** One format as people read it: 'A9999999' is 'one letter, 7 digits'. */
function formatInWords(format: string): string {
  const parts = bare(format).match(/A+|9+|\*+|[^A9*]+/g) ?? [];
  const counted = (n: number, one: string) => (n === 1 ? `one ${one}` : `${n} ${one}s`);
  return parts
    .map((part) => {
      if (part.startsWith('A')) return counted(part.length, 'letter');
      if (part.startsWith('9')) return counted(part.length, 'digit');
      if (part.startsWith('*')) return part.length === 1 ? 'one letter or digit' : `${part.length} letters or digits`;
      return part;
    })
    .join(', ');
}

/** The formats of a kind's numbers in words, for a hint; empty where any number will do. */
export const formatsInWords = (formats: readonly string[]): string => formats.map(formatInWords).join('; or ');

/** The day so many months later: the last of the month where it is too short. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The last day that a document of a kind can have; undefined where the kind does not say it. */
export const latestLastDay = (
  { validity, validityMonths }: Pick<KindRequirements, 'validity' | 'validityMonths'>,
  issuedOn: string,
): string | undefined =>
  validity === 'months' && validityMonths !== null && /^\d{4}-\d\d-\d\d$/.test(issuedOn)
    ? monthsLater(issuedOn, validityMonths)
    : undefined;

/** The refusal of a document without its scan. */
export const scanMissing = 'Take a picture of the document, or choose a file';

/** The faults of a document by the rule of its kind: a sentence for each wrong field, by its name. */
export function documentFaults(
  kind: KindRequirements,
  entered: EnteredDocument,
  today: string,
): Record<string, string> {
  const { title, number, country, issuedOn, expiresOn } = entered;
  const faults: Record<string, string> = {};
  if (kind.group === 'other' && title === '') faults.title = 'Say what the document is';
  if (kind.country === 'required' && country === '') faults.country = 'Choose a country';
  if (!hasFormat(number, kind.numberFormats)) {
    const formats = formatsInWords(kind.numberFormats);
    faults.number = formats ? `Enter the number as the document shows it: ${formats}.` : 'Enter the number';
  }
  if (issuedOn > today) faults.issuedOn = 'This day is in the future';
  if (expiresOn === '') {
    if (kind.validity === 'stated' || kind.validity === 'months')
      faults.expiresOn = 'Enter the last day of its validity';
    return faults;
  }
  if (kind.validity === 'unlimited') return faults;
  const latest = latestLastDay(kind, issuedOn);
  if (expiresOn < issuedOn) faults.expiresOn = 'It cannot end before it was issued';
  else if (latest !== undefined && expiresOn > latest) {
    faults.expiresOn = `This kind of document is valid for at most ${monthsInWords(kind.validityMonths ?? 0)}. Please check both dates.`;
  }
  return faults;
}

/** Whether a code belongs to a kind: documents of it prove the code, of whatever country they are. */
export const isKindCode = (
  { code, countryInCode }: { code: string; countryInCode: 'no' | 'also' | 'instead' },
  asked: string,
): boolean =>
  asked === code ||
  (countryInCode !== 'no' && asked.startsWith(`${code}-`) && asked.length === code.length + '-XX'.length);
