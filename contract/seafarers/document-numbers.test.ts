import { describe, expect, test } from 'vitest';
import { type DocumentNumber, documentNumbers, doubtAboutNumber } from './document-numbers.ts';

const written: [DocumentNumber, string, string][] = [
  ['passportNumber', 'z 4839201', 'Z4839201'],
  ['passportNumber', ' Z4839201\u200f', 'Z4839201'],
  ['passportNumber', 'Ｚ４８３９２０１', 'Z4839201'],
  ['passportNumber', 'Z٤٨٣٩٢٠١', 'Z4839201'],
  ['passportNumber', 'p1234567a', 'P1234567A'],
  ['passportNumber', '51 № 1234567', '51NO1234567'],
  ['passportNumber', 'e\u201112345678', 'E-12345678'],
  ['CDCnumber', 'chn 12 34 56', 'CHN 123456'],
  ['CDCnumber', 'mum123456', 'MUM 123456'],
  ['CDCnumber', 'MUM-123456', 'MUM 123456'],
  ['CDCnumber', 'ygn  000111', 'YGN 000111'],
  ['CDCnumber', 'C1234567', 'C1234567'],
  ['CDCnumber', 'a/12-345', 'A/12-345'],
  ['CDCnumber', ' not  issued ', 'NOT ISSUED'],
  ['indosNo', '21gl4839', '21GL4839'],
  ['indosNo', '21 GL 4839', '21GL4839'],
  ['indosNo', '२१GL४८३९', '21GL4839'],
  ['indosNo', '21\u200eGL4839', '21GL4839'],
  ['indosNo', 'Not issued', 'NOT ISSUED'],
  ['gradenumber', ' ii / 4 ', 'II / 4'],
  ['gradenumber', 'Ⅱ/4', 'II/4'],
  ['gradenumber', 'Master  unlimited', 'MASTER UNLIMITED'],
  ['gradenumber', 'NAUTICAL 2', 'NAUTICAL 2'],
  ['gradenumber', 'not  Issued ', 'NOT ISSUED'],
];

test.each(written)('%s %j is stored as %j', (which, typed, stored) => {
  expect(documentNumbers[which].parse(typed)).toBe(stored);
  expect(documentNumbers[which].parse(stored)).toBe(stored);
});

describe('refused is', () => {
  const passport = 'Enter the passport number as the passport shows it, in letters and digits.';
  const cdc = 'Enter the number of the CDC, or choose "CDC not issued".';
  const indos = 'Enter two digits, two letters and four digits, such as 21GL4839, or choose "INDoS not issued".';
  const grade = 'Enter the grade number, or choose "Grade not issued".';
  const refused: [DocumentNumber, string, string][] = [
    ['passportNumber', ' ', 'Passport number is required'],
    ['passportNumber', '\u200f', 'Passport number is required'],
    ['passportNumber', 'applied for', passport],
    ['passportNumber', 'NOT ISSUED', passport],
    ['passportNumber', '<b>1</b>', passport],
    ['passportNumber', '1'.repeat(31), 'Passport number is too long'],
    ['CDCnumber', '', 'CDC number is required'],
    ['CDCnumber', 'NA', cdc],
    ['CDCnumber', '-', cdc],
    ['indosNo', '', 'INDOS number is required'],
    ['indosNo', '21GL483', indos],
    ['indosNo', '21GL48390', indos],
    ['indosNo', '2IGL4839', indos],
    ['indosNo', 'N/A', indos],
    ['indosNo', '21ГЛ4839', indos],
    ['gradenumber', ' ', 'Grade number is required'],
    ['gradenumber', '-', grade],
    ['gradenumber', 'n/a', grade],
    ['gradenumber', 'None', grade],
  ];
  test.each(refused)('%s %j: %s', (which, typed, sentence) => {
    expect(documentNumbers[which].safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });
});

const unusual = 'This number does not have the usual form. Please check it.';
const notIndian = 'An Indian passport number has one letter and seven digits. Please check it.';
test.each<[DocumentNumber, string, string, string]>([
  ['passportNumber', 'Z4839201', 'India', ''],
  ['passportNumber', 'z 4839201', 'India', 'Write it as Z4839201.'],
  ['passportNumber', 'Z483920', ' india ', notIndian],
  ['passportNumber', 'P1234567A', 'Philippines', ''],
  ['passportNumber', 'lost', 'India', unusual],
  ['CDCnumber', 'chn 12 34 56', 'India', 'Write it as CHN 123456.'],
  ['CDCnumber', 'NOT ISSUED', 'India', ''],
  ['indosNo', '21gl4839', 'India', 'Write it as 21GL4839.'],
  ['indosNo', 'none', 'India', unusual],
  ['indosNo', 'NOT ISSUED', 'Myanmar', ''],
  ['gradenumber', '-', 'India', unusual],
  ['gradenumber', 'NA', 'India', unusual],
  ['gradenumber', 'NOT ISSUED', 'India', ''],
  ['gradenumber', 'G-77', 'India', ''],
])('of a stored %s, %j at an address in %j, is said: %j', (which, stored, country, doubt) => {
  expect(doubtAboutNumber(which, stored, country)).toBe(doubt);
});
