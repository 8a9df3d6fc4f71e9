import { CalendarDate as Day } from '@fairlead/contract/values/shapes';
import { type FieldName, type ParseResult, parse } from 'mrz';
import type { CalendarDate } from '../calendar.ts';
import { lettersOfLine } from './find-lines.ts';
import { isLike, withoutConfusion, type ZoneName } from './zone-names.ts';

/**
 * A line as it was read in parts with the letters that each can have, and letter by letter ('?' for what was not read);
 * the lower one, which check digits prove, also in further ways.
 */
export type LineReading = { inParts: string; byLetter: string; further?: readonly string[] };
/** The two lines of a readable zone. */
export type ZoneReading = { upper: LineReading; lower: LineReading };

/** The content of a passport's readable zone; its number and its dates are proven by check digits. */
export type Zone = {
  /** As far as it can be read: no check digit proves it. Null where two readings of its line contradict each other. */
  name: ZoneName | null;
  number: string;
  birthDate: CalendarDate;
  expiresOn: CalendarDate;
};

/** Where the fields of the lower line begin, each with its check digit: a misread letter is in one of them. */
const fields = [0, 10, 13, 20, 21, 28, 43];

/** The fields that have to be right: the check digits, and the dates, which have six digits. */
const proofs: readonly FieldName[] = [
  'birthDate',
  'expirationDate',
  'documentNumberCheckDigit',
  'birthDateCheckDigit',
  'expirationDateCheckDigit',
  'personalNumberCheckDigit',
  'compositeCheckDigit',
];

/**
 * The content of a reading, if its check digits prove it, which takes up to a second of a processor.
 *
 * @param today decides the century of the date of birth.
 */
export function zoneOf(reading: ZoneReading, today: CalendarDate): Zone | undefined {
  const found = findProven(reading);
  if (!found) return undefined;
  const { documentNumber, birthDate, expirationDate } = found.fields;
  if (!documentNumber || !birthDate || !expirationDate) return undefined;
  const born = dateOf(birthDate, '20') > today ? dateOf(birthDate, '19') : dateOf(birthDate, '20');
  const expiresOn = dateOf(expirationDate, '20');
  // the library takes 30 February for a day
  if (![born, expiresOn].every((day) => Day.safeParse(day).success)) return undefined;
  return { name: nameOf(reading.upper), number: documentNumber, birthDate: born, expiresOn };
}

const dateOf = (six: string, century: string): CalendarDate =>
  `${century}${six.slice(0, 2)}-${six.slice(2, 4)}-${six.slice(4)}`;

/** The first way to put the lower line together from its readings with which all check digits are right. */
function findProven({ lower }: ZoneReading): ParseResult | undefined {
  const readings = wholeReadings(lower);
  for (const line of mixesOf(readings)) {
    // the library also counts with signs that are none of a zone
    if (!/^[A-Z0-9<]{44}$/.test(line) || !isSupported(line, readings)) continue;
    const parsed = parse([''.padEnd(lettersOfLine, '<'), line]);
    const isRight = (proof: FieldName) => parsed.details.some(({ field, valid }) => field === proof && valid);
    if (proofs.every(isRight)) return parsed;
  }
  return undefined;
}

/** The readings with 44 letters; those come first that rule out what is seldom right. */
const wholeReadings = ({ inParts, byLetter, further = [] }: LineReading): string[] =>
  [...further, inParts, byLetter].filter((line) => line.length === lettersOfLine);

/** Each field as one of the readings has it. */
function mixesOf(readings: readonly string[]): string[] {
  let mixes = [''];
  for (const [index, from] of fields.entries()) {
    const ways = readings.map((line) => line.slice(from, fields[index + 1] ?? lettersOfLine));
    mixes = [...new Set(ways)].flatMap((way) => mixes.map((mix) => mix + way));
  }
  return mixes;
}

/** The number and the two dates. */
const compared = [
  [0, 9],
  [13, 19],
  [21, 27],
] as const;

/**
 * Whether what is compared was read twice in nearly the same way: of many ways to put a line together, some have the
 * right check digits by chance.
 */
const isSupported = (line: string, readings: readonly string[]): boolean =>
  compared.every(([from, to]) => {
    const isAlike = (reading: string) =>
      [...line.slice(from, to)].every((letter, index) => isLike(letter, reading[from + index] ?? ''));
    return readings.filter(isAlike).length > 1;
  });

/** Where the name begins in the upper line, behind the code of the document and of its state. */
const nameFrom = 5;

const textOf = (part: string) => part.replaceAll('<', ' ').trim();

/**
 * The name of the upper line. Either side of the two fillers may be empty, of somebody with one name, and a name that
 * fills the line has none (ICAO 9303, part 3, 4.6).
 */
function nameOf({ inParts, byLetter }: LineReading): ZoneName | null {
  if (!/^P[A-Z<]{43}$/.test(inParts)) return null;
  const isContradicted = [...inParts].some((letter, index) => {
    const other = byLetter[index] ?? '?';
    return other !== '?' && withoutConfusion(other) !== withoutConfusion(letter);
  });
  if (isContradicted) return null;
  // the library takes a name without the two fillers for surname and given names
  const [surname = '', ...givenNames] = inParts.slice(nameFrom).split('<<').map(textOf);
  const name = { surname, givenNames: givenNames.filter(Boolean).join(' '), isCut: !inParts.endsWith('<') };
  return name.surname || name.givenNames ? name : null;
}
