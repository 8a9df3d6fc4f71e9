import { type FieldName, type ParseResult, parse } from 'mrz';
import type { CalendarDate } from '../calendar.ts';
import { lettersOfLine } from './find-lines.ts';

/**
 * A line as it was read in parts with the letters that each can have, and letter by letter ('?' for what was not read);
 * the lower one, which check digits prove, also in further ways.
 */
export type LineReading = { inParts: string; byLetter: string; further?: readonly string[] };
/** The two lines of a readable zone. */
export type ZoneReading = { upper: LineReading; lower: LineReading };

/** A name as the readable zone of a passport has it: in capitals, its parts divided by spaces. */
export type ZoneName = {
  surname: string;
  givenNames: string;
  /** Whether it fills its line to the end, so that parts of it may be cut off or left out. */
  isCut: boolean;
};

/** What the readable zone of a passport says; its number and its dates are proven by check digits. */
export type Zone = {
  /** As far as it can be read: no check digit proves it. Null where two readings of its line contradict each other. */
  name: ZoneName | null;
  number: string;
  birthDate: CalendarDate;
  expiresOn: CalendarDate;
};

/** Where the fields of the lower line begin, each with its check digit: a misread letter is in one of them. */
const fields = [0, 10, 13, 20, 21, 28, 43];

/** What has to be right: the check digits, and that the dates are some. */
const proofs: readonly FieldName[] = [
  'birthDate',
  'expirationDate',
  'documentNumberCheckDigit',
  'birthDateCheckDigit',
  'expirationDateCheckDigit',
  'personalNumberCheckDigit',
  'compositeCheckDigit',
];

/** Whether all five check digits of a reading are right, which one misreading in a hundred has by chance. */
export const isProven = (reading: ZoneReading): boolean => findProven(reading) !== undefined;

/**
 * What a reading says, if its check digits prove it.
 *
 * @param today decides the century of the date of birth.
 */
export function zoneOf(reading: ZoneReading, today: CalendarDate): Zone | undefined {
  const found = findProven(reading);
  if (!found) return undefined;
  const { documentNumber, birthDate, expirationDate } = found.fields;
  if (!documentNumber || !birthDate || !expirationDate) return undefined;
  const born = dateOf(birthDate, '20') > today ? dateOf(birthDate, '19') : dateOf(birthDate, '20');
  return {
    name: nameOf(reading.upper),
    number: documentNumber,
    birthDate: born,
    expiresOn: dateOf(expirationDate, '20'),
  };
}

const dateOf = (six: string, century: string): CalendarDate =>
  `${century}${six.slice(0, 2)}-${six.slice(2, 4)}-${six.slice(4)}`;

/** The first way to put the lower line together from both readings with which all check digits are right. */
function findProven({ lower }: ZoneReading): ParseResult | undefined {
  for (const line of mixesOf(lower)) {
    // the library also counts with signs that are none of a zone
    if (!/^[A-Z0-9<]{44}$/.test(line)) continue;
    const parsed = parse([''.padEnd(lettersOfLine, '<'), line]);
    const isRight = (proof: FieldName) => parsed.details.some(({ field, valid }) => field === proof && valid);
    if (proofs.every(isRight)) return parsed;
  }
  return undefined;
}

/** Each field as one of the readings has it; those come first that rule out what is seldom right. */
function mixesOf({ inParts, byLetter, further = [] }: LineReading): string[] {
  const whole = [...further, inParts, byLetter].filter((line) => line.length === lettersOfLine);
  let mixes = [''];
  for (const [index, from] of fields.entries()) {
    const ways = whole.map((line) => line.slice(from, fields[index + 1] ?? lettersOfLine));
    mixes = [...new Set(ways)].flatMap((way) => mixes.map((mix) => mix + way));
  }
  return mixes;
}

/**
 * A name without the difference between letters that are taken for each other: M and W for H, N and U. No others were, in
 * 64 names.
 */
export const withoutConfusion = (name: string): string => name.replace(/[MNUW]/g, 'H');

function nameOf({ inParts, byLetter }: LineReading): ZoneName | null {
  if (!/^P[A-Z<]{43}$/.test(inParts)) return null;
  const isContradicted = [...inParts].some((letter, index) => {
    const other = byLetter[index] ?? '?';
    return other !== '?' && withoutConfusion(other) !== withoutConfusion(letter);
  });
  if (isContradicted) return null;
  const { lastName, firstName } = parse([inParts, ''.padEnd(lettersOfLine, '<')]).fields;
  if (!lastName) return null;
  return { surname: lastName, givenNames: firstName ?? '', isCut: !inParts.endsWith('<') };
}
