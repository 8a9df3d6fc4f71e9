import { randomBytes } from 'node:crypto';
import { asciiDigits } from '@fairlead/contract/values/plain-text';

/** Crockford's base 32: without I, L and O, which look like 1 and 0, and without U, to avoid offensive words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomCharacters = 12;
const prefixShape = /^[A-Z]{2,8}$/;
const numberShape = /^([A-Z01]{2,8})([0-9OIL]{4})([0-9A-Z]{13})$/;
/** What is written between the characters of a number: spaces, dashes of every kind, invisible characters. */
const between = /[\s\p{Pd}\p{Cf}\u2212_]/gu;

/** The prefix of numbers that are replaced when their certificate is issued. No academy can choose it. */
export const provisionalPrefix = 'HELD';

/** Whether a number is one that stands for a certificate until the academy has stated its own prefix. */
export const isProvisional = (number: string): boolean => number.startsWith(`${provisionalPrefix}-`);

/** Whether a text is a valid prefix of certificate numbers: two to eight capital letters from A to Z. */
export const isCertificatePrefix = (text: string): boolean => prefixShape.test(text);

/**
 * Generates a certificate number, PREFIX-YYYY-XXXXXXXXXXXXX: twelve random characters (60 bits, so that none can be
 * guessed) and a check character over everything before it. Throws a RangeError for a prefix that is not two to eight
 * capital letters or a year that does not have four digits.
 */
export function makeCertificateNumber(prefix: string, year: number): string {
  if (!isCertificatePrefix(prefix)) throw new RangeError(`Not two to eight capital letters: ${JSON.stringify(prefix)}`);
  if (!Number.isInteger(year) || year < 1000 || year > 9999) throw new RangeError(`Not a year of four digits: ${year}`);
  // 32 divides 256, so the low five bits of a random byte are uniformly distributed.
  const random = Array.from(randomBytes(randomCharacters), (byte) => alphabet[byte & 31]).join('');
  return `${prefix}-${year}-${random}${checkCharacter(prefix, `${year}${random}`)}`;
}

/**
 * Normalises a typed or pasted number to its form on the certificate: in any case and width, with or without dashes and
 * spaces, O typed for 0, I or L for 1, and 0 or 1 for similar letters in the prefix, alone or within a line of text
 * such as the address of its page. Returns undefined if there is no certificate number in it, or its check character is
 * wrong.
 */
export function normalizeCertificateNumber(typed: string): string | undefined {
  if (typed.length > 300) return undefined;
  const plain = asciiDigits(typed).toUpperCase();
  const alone = numberIn(plain);
  if (alone) return alone;
  for (const part of partsOf(plain)) {
    const number = numberIn(part);
    if (number) return number;
  }
  return undefined;
}

/** As many words as a number may be divided into. */
const mostWords = 8;

/** The parts of a text that may be a number: some words in a row without other signs between them, the fewest first. */
function partsOf(plain: string): string[] {
  const lines = plain.split(/[^A-Z0-9\s\p{Pd}\p{Cf}\u2212_]+/u).map((line) => line.split(/\s+/));
  return Array.from({ length: mostWords }, (_, more) =>
    lines.flatMap((words) => words.map((_word, at) => words.slice(at, at + more + 1).join(''))),
  ).flat();
}

function numberIn(text: string): string | undefined {
  const [, prefix, year, body] = numberShape.exec(text.replace(between, '')) ?? [];
  if (!prefix || !year || !body) return undefined;
  const digits = withoutLookalikes(year + body);
  const prefixes = new Set(['I', 'L'].map((one) => prefix.replaceAll('0', 'O').replaceAll('1', one)));
  const meant = [...prefixes].find((candidate) => isIntact(candidate, digits));
  return meant && `${meant}-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

const withoutLookalikes = (text: string): string => text.replaceAll('O', '0').replace(/[IL]/g, '1');

const isIntact = (prefix: string, digits: string): boolean =>
  checkCharacter(prefix, digits.slice(0, -1)) === digits.slice(-1);

/**
 * The check character is a Reed–Solomon code of one symbol over GF(32): with α a generator of the field, the character
 * n places from the right has the weight α to the n-th, and the weighted sum over the whole number is 0. No weight is 0
 * and, up to 31 characters, no two are equal. So it detects every single wrong character, every swap of neighbours, and
 * every swap of any two characters within the prefix or within the digits; other errors are missed once in 32. (ISO
 * 7064 MOD 37,36 would need the letters left out here, and Luhn misses some swaps.)
 */
function checkCharacter(prefix: string, digits: string): string {
  const symbols = [
    // All 26 letters are allowed in the prefix: they count by their position in the English alphabet.
    ...Array.from(prefix, (letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0)),
    ...Array.from(digits, (character) => alphabet.indexOf(character)),
  ];
  // U in the random part is not in the alphabet: no check character matches it.
  if (symbols.includes(-1)) return '';
  return alphabet[symbols.reduce((sum, symbol) => timesAlpha(sum ^ symbol), 0)] ?? '';
}

/** Multiplies by α in GF(32), whose polynomial is x⁵ + x² + 1. */
const timesAlpha = (element: number): number => ((element << 1) ^ (element & 16 ? 0b100101 : 0)) & 31;
