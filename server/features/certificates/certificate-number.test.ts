import { describe, expect, it } from 'vitest';
import { isCertificatePrefix, makeCertificateNumber, normalizeCertificateNumber } from './certificate-number.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const samples = ['FMA', 'FLMA', 'OIL', 'AB', 'ABCDEFGH'].flatMap((prefix) =>
  Array.from({ length: 20 }, () => makeCertificateNumber(prefix, 2026)),
);

/**
 * The other characters allowed at a position of a number: a letter in the prefix, a digit in the year, otherwise the
 * alphabet.
 */
const othersAt = (number: string, place: number): string[] => {
  const [prefix = ''] = number.split('-');
  const allowed = place < prefix.length ? letters : place <= prefix.length + 4 ? '0123456789' : alphabet;
  return [...allowed].filter((character) => character !== number[place]);
};

const replaced = (number: string, place: number, character: string): string =>
  number.slice(0, place) + character + number.slice(place + 1);

const placesOf = (number: string): number[] =>
  [...number].flatMap((character, place) => (character === '-' ? [] : [place]));

describe('a certificate number', () => {
  it('consists of prefix, year and thirteen characters that do not look alike', () => {
    for (const number of samples) expect(number).toMatch(/^[A-Z]{2,8}-2026-[0-9A-HJKMNP-TV-Z]{13}$/);
  });

  it('is never generated twice, and uses the whole alphabet', () => {
    const many = Array.from({ length: 3000 }, () => makeCertificateNumber('FMA', 2026).slice(9));
    expect(new Set(many).size).toBe(3000);
    expect([...new Set(many.join(''))].sort().join('')).toBe(alphabet);
  });

  it('is refused for a prefix or a year that could not be read back', () => {
    for (const prefix of ['', 'A', 'ABCDEFGHI', 'fma', 'FM4', 'F-A', 'É', 'FMA ']) {
      expect(isCertificatePrefix(prefix)).toBe(false);
      expect(() => makeCertificateNumber(prefix, 2026)).toThrow(RangeError);
    }
    for (const year of [26, 20260, 2026.5, Number.NaN])
      expect(() => makeCertificateNumber('FMA', year)).toThrow(RangeError);
  });
});

describe('a typed number', () => {
  it('is recognised in any case, without dashes, with spaces and with other dashes', () => {
    for (const number of samples) {
      const spaced = number.replaceAll('-', '').replace(/(.{4})/g, '$1 ');
      const typings = [
        number,
        number.toLowerCase(),
        number.replaceAll('-', ''),
        ` ${spaced}\n`,
        number.replaceAll('-', '–'),
      ];
      for (const typed of typings) expect(normalizeCertificateNumber(typed)).toBe(number);
    }
  });

  it('is recognised in the text with which it was copied, in full-width characters and digits of other scripts', () => {
    for (const number of samples) {
      const wide = number.replace(/[0-9A-Z]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
      const typings = [
        `${number}.`,
        `${number},`,
        `(${number})`,
        `“${number}”`,
        `'${number}';`,
        `<${number}>`,
        `Certificate No.: ${number}, issued today`,
        `no ${number.replaceAll('-', ' ')} of 2026`,
        `https://academy.example/verify/${number}?from=mail#top`,
        `academy.example/verify/${number.toLowerCase()}/`,
        wide,
        number.replaceAll(/\d/g, (one) => '०१२३४५६७८९'[Number(one)] ?? ''),
      ];
      for (const typed of typings) expect([typed, normalizeCertificateNumber(typed)]).toEqual([typed, number]);
    }
  });

  it('is recognised with letters for the digits that they look like, and the reverse in the prefix', () => {
    for (const number of samples) {
      const [prefix = '', year = '', body = ''] = number.split('-');
      for (const one of ['I', 'l', 'i', 'L']) {
        const lookalike = `${year}${body}`.replaceAll('0', 'o').replaceAll('1', one);
        expect(normalizeCertificateNumber(prefix + lookalike)).toBe(number);
      }
      const digitsInPrefix = prefix.replaceAll('O', '0');
      expect(normalizeCertificateNumber(digitsInPrefix + year + body)).toBe(number);
    }
    const number = makeCertificateNumber('FLMA', 2026);
    expect(normalizeCertificateNumber(number.replace('FLMA', 'F1MA'))).toBe(number);
  });

  // shows: threats/false-number
  it('is refused if any one character is wrong', () => {
    let tried = 0;
    for (const number of samples) {
      for (const place of placesOf(number)) {
        for (const other of othersAt(number, place)) {
          expect(normalizeCertificateNumber(replaced(number, place, other))).toBeUndefined();
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(40_000);
  });

  it('is refused if two neighbours are swapped, or any two within prefix or digits', () => {
    let tried = 0;
    for (const number of samples) {
      const places = placesOf(number);
      const inPrefix = (place: number): boolean => place < number.indexOf('-');
      for (const [index, first] of places.entries()) {
        for (const [further, second] of places.slice(index + 1).entries()) {
          const [a = '', b = ''] = [number[first], number[second]];
          if (a === b || (further > 0 && inPrefix(first) !== inPrefix(second))) continue;
          expect(normalizeCertificateNumber(replaced(replaced(number, first, b), second, a))).toBeUndefined();
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(10_000);
  });

  it('is refused if it has another form', () => {
    const number = makeCertificateNumber('FMA', 2026);
    const others = ['', '-', 'FMA', number.slice(1), number.slice(0, -1), `${number}0`, number.replace('-2026', '')];
    const strange = [
      `${number}X`,
      `9${number}`,
      'FMA-2026-UUUUUUUUUUUUU',
      `FMA-20E6-${number.slice(9)}`,
      '9'.repeat(9999),
    ];
    for (const typed of [...others, ...strange]) expect(normalizeCertificateNumber(typed)).toBeUndefined();
  });

  it('is accepted by chance about once in 32 if it is random', () => {
    const random = (): string => Array.from({ length: 13 }, () => alphabet[Math.floor(Math.random() * 32)]).join('');
    const passed = Array.from({ length: 20_000 }, () => normalizeCertificateNumber(`FMA2026${random()}`)).filter(
      Boolean,
    );
    expect(passed.length).toBeGreaterThan(450);
    expect(passed.length).toBeLessThan(800);
  });
});
