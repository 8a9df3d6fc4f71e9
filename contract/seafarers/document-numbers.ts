import { z } from 'zod/mini';
import { countryCodeOf, india } from '../academy/places.ts';
import { asciiDigits } from '../values/plain-text.ts';
import { bounded } from '../values/shapes.ts';

/** Stands in place of a number that its holder was never given: a foreign seafarer has no INDoS number, say. */
export const notIssued = 'NOT ISSUED';

/** As a document prints a number: capitals, plain digits and hyphens, one space between parts. */
export const printed = (typed: string): string =>
  asciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();

const withoutSpaces = (typed: string): string => printed(typed).replaceAll(' ', '');

/** A CDC of India has the letters of the office that issued it in front. */
const cdcNumberOf = (typed: string): string =>
  printed(typed)
    .replace(/(?<=\d) (?=\d)/g, '')
    .replace(/^(MUM|CHN|KOL)[ -]?(?=\d)/, '$1 ');

const indosNumberOf = (typed: string): string => {
  const number = withoutSpaces(typed).replaceAll('-', '');
  return number === 'NOTISSUED' ? notIssued : number;
};

/** A grade is a number or a rank, so that any letter or digit will do; but not what people write for 'none'. */
const grade = /^(?!(?:N ?[./]? ?A\.?|NIL|NONE|NO)$)(?=.*[\p{L}\p{N}])/u;

/** How the number of each document is written, under its name on the wire. */
export const writingOf = {
  passportNumber: withoutSpaces,
  CDCnumber: cdcNumberOf,
  indosNo: indosNumberOf,
  gradenumber: printed,
} as const;
export type DocumentNumber = keyof typeof writingOf;

/** A number that is stored as its document prints it. Empty fits no pattern but has a message of its own. */
function numberOf(
  which: DocumentNumber,
  label: string,
  max: number,
  pattern: RegExp,
  otherwise: string,
  isRequired = `${label} is required`,
) {
  const text = bounded(
    max,
    { missing: isRequired, tooLong: `${label} is too long` },
    z.overwrite<string>(writingOf[which]),
  );
  return text.check(z.minLength(1, { error: isRequired, abort: true }), z.regex(pattern, otherwise));
}

/**
 * The numbers of a seafarer's documents. INDoS numbers are given by India alone and have one form. Passports and
 * discharge books come from every country, so only what cannot be a number is refused: it needs a digit.
 */
export const documentNumbers = {
  passportNumber: numberOf(
    'passportNumber',
    'Passport number',
    30,
    /^(?=\D*\d)[\p{L}\p{N}./-]+$/u,
    'Enter the passport number as the passport shows it, in letters and digits.',
  ),
  CDCnumber: numberOf(
    'CDCnumber',
    'CDC number',
    30,
    /\d|^NOT ISSUED$/,
    'Enter the number of the CDC, or choose "CDC not issued".',
  ),
  indosNo: numberOf(
    'indosNo',
    'INDoS number',
    30,
    /^(?:\d{2}[A-Z]{2}\d{4}|NOT ISSUED)$/,
    'Enter two digits, two letters and four digits, such as 21GL4839, or choose "INDoS not issued".',
    // as the specification writes it
    'INDOS number is required',
  ),
  gradenumber: numberOf(
    'gradenumber',
    'Grade number',
    60,
    grade,
    'Enter the grade number, or choose "Grade not issued".',
  ),
} as const;

/**
 * The INDoS number in what somebody has typed, as its document prints it; undefined for anything else, and 'not
 * issued'.
 */
export function indosNumberIn(typed: string): string | undefined {
  const { data } = documentNumbers.indosNo.safeParse(typed);
  return data === notIssued ? undefined : data;
}

/**
 * What is doubtful about the stored number of a document: it was entered before numbers were checked like this, or is
 * not what passports of India look like. It prevents nothing, since somebody at an address in India may have a passport
 * of another country. Empty if nothing is.
 *
 * @param country the country of the postal address.
 */
export function doubtAboutNumber(which: DocumentNumber, stored: string, country: string): string {
  // `error` is not read: the schema makes it only then, which is slow
  const { success, data: number } = documentNumbers[which].safeParse(stored);
  if (!success) return 'This number does not have the usual form. Please check it.';
  if (number !== stored) return `Write it as ${number}.`;
  if (which !== 'passportNumber' || countryCodeOf(country) !== india || /^[A-Z]\d{7}$/.test(number)) return '';
  return 'An Indian passport number has one letter and seven digits. Please check it.';
}
