import type { DocumentKind } from '@fairlead/contract/seafarers/document-words';
import { warningSentence } from '@fairlead/contract/seafarers/profile-warnings';
import { describe, expect, test } from 'vitest';
import { type Picture, type WarningFacts, warningsOf } from './warning-rules.ts';

const profile: WarningFacts['profile'] = {
  name: 'Asha Nair',
  birthDate: '1992-03-10',
  readableZone: null,
  state: 'Kerala',
  country: 'India',
  postalCode: '682001',
  passportNumber: 'Z1234567',
  passportExpiresOn: '2027-03-10',
  cdcNumber: 'MUM 123456',
  cdcExpiresOn: '2027-05-01',
  indosNumber: '12ZL3456',
  gradeNumber: 'G-77',
};
const usual: WarningFacts = { profile, pictures: [], sameNumbers: [], today: '2026-11-20', endsOn: null };
const warnings = (part: Partial<WarningFacts['profile']>, facts: Partial<WarningFacts> = {}) =>
  warningsOf({ ...usual, ...facts, profile: { ...profile, ...part } });

test('there is no warning about an ordinary profile', () => {
  expect(warnings({})).toEqual([]);
});

test('a document has expired after its last day, and not on it', () => {
  expect(warnings({ passportExpiresOn: '2026-11-20' })).toEqual([]);
  expect(warnings({ passportExpiresOn: '2026-11-19' })).toEqual([
    { kind: 'expired', paper: 'passport', on: '2026-11-19' },
  ]);
  expect(warnings({ cdcExpiresOn: '2026-11-19' })).toEqual([{ kind: 'expired', paper: 'cdc', on: '2026-11-19' }]);
  expect(warnings({ cdcNumber: 'NOT ISSUED', cdcExpiresOn: null }, { endsOn: '2030-01-01' })).toMatchObject([
    { paper: 'passport' },
  ]);
});

test('a document has to be valid until the last day of the batch; one that has expired is named once', () => {
  const endsOn = '2027-03-10';
  expect(warnings({}, { endsOn })).toEqual([]);
  const on = '2027-03-09';
  expect(warnings({ passportExpiresOn: on }, { endsOn })).toEqual([
    { kind: 'expires-before-end', paper: 'passport', on, endsOn },
  ]);
  expect(warnings({ passportExpiresOn: '2026-01-01' }, { endsOn })).toEqual([
    { kind: 'expired', paper: 'passport', on: '2026-01-01' },
  ]);
});

test('a number that does not have the usual form is a warning, and that of another country is none', () => {
  expect(warnings({ passportNumber: 'Z12345' })).toMatchObject([{ kind: 'unusual-number', paper: 'passport' }]);
  expect(warnings({ passportNumber: 'Z12345', country: 'Philippines' })).toEqual([]);
  expect(warnings({ indosNumber: '1234' })).toMatchObject([{ kind: 'unusual-number', paper: 'indos' }]);
});

test.each([
  [{ state: 'Elsewhere' }, '‘Elsewhere’ is not in the list of the states of India.'],
  [{ country: 'Atlantis' }, '‘Atlantis’ is not in the list of countries.'],
  [{ postalCode: '400001' }, 'This PIN code is in Maharashtra, not in Kerala.'],
  [{ postalCode: '12345' }, 'A PIN code of India has six digits, such as 682001.'],
])('an address that is not in the lists is a warning: %j', (part, text) => {
  expect(warnings(part).map((warning) => warningSentence(warning, String))).toEqual([expect.stringContaining(text)]);
  expect(warnings({ state: 'Telengana', country: 'Republic of India', postalCode: '500001' })).toEqual([]);
});

test('what the readable zone of the passport says otherwise is a warning', () => {
  const readableZone = {
    surname: 'NAIR',
    givenNames: 'ASHA',
    isCut: false,
    number: 'Z1234567',
    birthDate: '1992-10-03',
    expiresOn: '2027-03-10',
  };
  const doubt = { field: 'birthDate', read: '1992-10-03', entered: '1992-03-10' };
  expect(warnings({ readableZone })).toEqual([{ kind: 'readable-zone', ...doubt }]);
});

test('another account with the same number is named', () => {
  const sameNumbers = [{ paper: 'indos' as const, other: { id: 'a', name: 'Ravi Kumar' } }];
  expect(warnings({}, { sameNumbers })).toEqual([{ kind: 'same-number', ...sameNumbers[0] }]);
});

describe('a picture', () => {
  const picture = (document: DocumentKind, part: Partial<Picture> = {}): Picture => ({
    document,
    width: 1200,
    height: 800,
    sharpness: 25,
    ...part,
  });
  const of = (...pictures: Picture[]) => warnings({}, { pictures });

  test('is tiny below a size at which it can be read, by its longer edge', () => {
    expect(of(picture('idDocument', { width: 400, height: 600 }))).toEqual([]);
    expect(of(picture('idDocument', { width: 400, height: 599 }))).toEqual([
      { kind: 'tiny-picture', document: 'idDocument' },
    ]);
    expect(of(picture('profilePicture', { width: 150, height: 200 }))).toEqual([]);
    expect(of(picture('profilePicture', { width: 150, height: 199 }))).toHaveLength(1);
  });

  test('is blurred if its letters run into each other; a face and a signature have none', () => {
    expect(of(picture('passportDocument', { sharpness: 4.9 }))).toEqual([
      { kind: 'blurred-picture', document: 'passportDocument' },
    ]);
    expect(of(picture('signature', { sharpness: 1 }), picture('profilePicture', { sharpness: 1 }))).toEqual([]);
  });

  test('that is tiny is not called blurred, too', () => {
    expect(of(picture('cdcDocument', { width: 300, height: 200, sharpness: 1 }))).toEqual([
      { kind: 'tiny-picture', document: 'cdcDocument' },
    ]);
  });
});
