import { many, testRequests } from '../platform/testing/requests.ts';
import { DocumentInput, Refusal } from './calls.ts';
import { KindInput } from './wallet-kinds.ts';

testRequests([
  [
    'a document of a wallet',
    DocumentInput,
    { kind: 'CDC', number: 'A1', issuer: 'B', issuedOn: '1900-01-01' },
    [{ country: '' }, { country: 'IN' }, { expiresOn: '' }, { expiresOn: '2030-01-01' }],
    [
      [{ kind: '' }, 'kind: Choose a kind of document'],
      [{ number: '' }, 'number: Number is required'],
      [{ country: 'X1' }, 'country: Choose a country'],
      [{ issuedOn: '1899-12-31' }, 'issuedOn: Day of issue is not a valid date'],
    ],
  ],
  [
    'a reason to refuse a document',
    Refusal,
    { version: 1, reason: 'other', note: 'A' },
    [{ reason: 'unreadable', note: undefined }],
    [
      [{ note: undefined }, 'note: Please write the reason'],
      [{ version: 0 }, /^version: /],
    ],
  ],
  [
    'a kind of document',
    KindInput,
    {
      ...{ code: 'CDC', title: 'A', group: 'travel', numberFormats: many(10, 'A-9 *'), country: 'optional' },
      ...{ countryInCode: 'no', validity: 'months', validityMonths: 1, renewalDays: 1, source: 'B' },
      ...{ sourceDate: '2026-01-01', isRetired: false, seen: null },
    },
    [
      { validityMonths: 600, renewalDays: 730 },
      { validity: 'unlimited', validityMonths: null },
    ],
    [
      [{ validityMonths: null }, 'validityMonths: Enter a number of months from 1 to 600'],
      ...[0, 601].map(
        (validityMonths) => [{ validityMonths }, 'validityMonths: Enter a number of months from 1 to 600'] as const,
      ),
      ...[0, 731].map((renewalDays) => [{ renewalDays }, 'renewalDays: Enter a number of days from 1 to 730'] as const),
      [{ numberFormats: many(11, 'A') }, 'numberFormats: A kind has at most 10 formats'],
      ...['BCD', 'A_9'].map((format) => [{ numberFormats: [format] }, /^numberFormats\.0: Write a format/] as const),
    ],
  ],
]);
