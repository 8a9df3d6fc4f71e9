import { describe, expect, test } from 'vitest';
import { documentFaults, formatsInWords, hasFormat, isKindCode, type KindRequirements } from './wallet-rules.ts';
import { documentStateOf } from './wallet-words.ts';

test.each<[string, string[], boolean]>([
  ['12GL3456', ['99AA9999'], true],
  ['12 gl-3456', ['99AA9999'], true],
  ['12GL345', ['99AA9999'], false],
  ['A12GL3456', ['99AA9999'], false],
  ['MUM 123456', ['MUM 999999', 'A9999999'], true],
  ['Z1234567', ['MUM 999999', 'A9999999'], true],
  ['PA/X1', ['PA/*9'], true],
  ['PAaX1', ['PA/*9'], false],
  ['anything', [], true],
  ['--', [], false],
])('%s in the formats %j: %s', (number, formats, fits) => {
  expect(hasFormat(number, formats)).toBe(fits);
});

test('a format in words', () => {
  expect(formatsInWords(['99AA9999', 'A*'])).toBe('2 digits, 2 letters, 4 digits; or one letter, one letter or digit');
  expect(formatsInWords([])).toBe('');
});

describe('what a kind requires', () => {
  const medical: KindRequirements = {
    group: 'medical',
    numberFormats: [],
    country: 'optional',
    validity: 'months',
    validityMonths: 24,
  };
  const entered = { title: '', number: 'M 1', country: '', issuedOn: '2025-02-28', expiresOn: '2027-02-28' };
  const faults = (kind: Partial<KindRequirements>, part: Partial<typeof entered>) =>
    Object.keys(documentFaults({ ...medical, ...kind }, { ...entered, ...part }, '2026-11-20'));
  test.each<[Partial<KindRequirements>, Partial<typeof entered>, string[]]>([
    [{}, {}, []],
    [{}, { expiresOn: '2027-03-01' }, ['expiresOn']],
    // two years after a 29 February
    [{}, { issuedOn: '2024-02-29', expiresOn: '2026-02-28' }, []],
    [{}, { issuedOn: '2024-02-29', expiresOn: '2026-03-01' }, ['expiresOn']],
    [{}, { expiresOn: '' }, ['expiresOn']],
    [{}, { expiresOn: '2025-02-27' }, ['expiresOn']],
    [{}, { issuedOn: '2026-11-21', expiresOn: '2027-11-21' }, ['issuedOn']],
    [{ validity: 'stated-or-unlimited', validityMonths: null }, { expiresOn: '' }, []],
    [{ validity: 'stated', validityMonths: null }, { expiresOn: '2099-01-01' }, []],
    [{ validity: 'unlimited', validityMonths: null }, { expiresOn: '' }, []],
    [{ country: 'required' }, {}, ['country']],
    [{ group: 'other' }, {}, ['title']],
    [{ numberFormats: ['99'] }, {}, ['number']],
  ])('%j of %j: %j', (kind, part, expected) => {
    expect(faults(kind, part)).toEqual(expected);
  });
});

test.each<[string | null, boolean, string]>([
  [null, false, 'valid'],
  ['2027-02-19', false, 'valid'],
  ['2027-02-18', false, 'ending'],
  ['2026-11-20', false, 'ending'],
  ['2026-11-19', false, 'ended'],
  ['2026-11-19', true, 'replaced'],
])('a document until %s, replaced %s, is %s', (lastDay, isReplaced, state) => {
  expect(documentStateOf({ lastDay, isReplaced, renewalDays: 90 }, '2026-11-20')).toBe(state);
});

test('a code belongs to its kind, with two letters of a country only where the country is in the code', () => {
  const belongs = (asked: string, countryInCode: 'no' | 'also' | 'instead') =>
    isKindCode({ code: 'COC', countryInCode }, asked);
  expect((['no', 'also', 'instead'] as const).map((rule) => belongs('COC', rule))).toEqual([true, true, true]);
  expect((['no', 'also', 'instead'] as const).map((rule) => belongs('COC-PA', rule))).toEqual([false, true, true]);
  for (const other of ['COC-PAN', 'COC-P', 'COP-PA', 'COCXPA', 'COC-']) expect(belongs(other, 'also')).toBe(false);
});
