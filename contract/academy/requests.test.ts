import { single, testRequests } from '../platform/testing/requests.ts';
import { EmailText, emailTemplates } from './email-templates.ts';
import { Amount, Gstin, PaidOn, RecipientInput } from './fee-fields.ts';
import { FeeSettingsInput } from './fee-settings.ts';
import {
  AttendanceRule,
  BrandInput,
  CertificateSettingsInput,
  Retention,
  SecondFactorRule,
  settings,
} from './settings.ts';

const fees = {
  ...{ isOn: true, upiId: '', desk: '', legalName: '', address: '', gstin: '', gstRate: 18, pricesIncludeTax: true },
  ...{ sac: '9992', bank: { accountName: '', accountNumber: '', ifsc: '', bankName: '' } },
};

testRequests([
  [
    'the months that records are kept',
    Retention,
    {
      ...{ unverifiedRegistrations: 1, refusedRegistrations: 600, identityDocuments: null, dormantAccounts: null },
      ...{ contactMessages: null, networkAddresses: null },
    },
    [],
    [0, 601, 1.5].map(
      (dormantAccounts) =>
        [{ dormantAccounts }, 'dormantAccounts: Enter a number of months from 1 to 600, or nothing'] as const,
    ),
  ],
  [
    'the hour of the digest',
    settings.saveDigest.body,
    { hour: 0 },
    [{ hour: 23 }],
    [-1, 24].map((hour) => [{ hour }, 'hour: Choose an hour from 0 to 23'] as const),
  ],
  [
    'the rule of attendance',
    AttendanceRule,
    { mostAbsentPercent: 0 },
    [{ mostAbsentPercent: 100 }],
    [-1, 101].map(
      (mostAbsentPercent) => [{ mostAbsentPercent }, 'mostAbsentPercent: Enter a whole number from 0 to 100'] as const,
    ),
  ],
  [
    'the rule of second factors',
    SecondFactorRule,
    { required: true, until: null },
    [{ required: false, until: '2026-01-01' }, { required: false }],
    [[{ until: '2026-01-01' }, 'until: Leave the day blank']],
  ],
  [
    'the brand',
    BrandInput,
    {
      ...{ name: 'A', email: 'a@b.cd', phone: '1', city: 'B', recognition: '', noRecognition: 'true' },
      ...{ facebook: '', instagram: 'https://a.b', linkedin: 'HTTP://a.b' },
    },
    [],
    [
      ...['a.b', 'javascript:alert(1)', 'https://['].map(
        (facebook) => [{ facebook }, 'facebook: Enter an address that begins with https://'] as const,
      ),
      ...[{ noRecognition: 'false' }, { recognition: 'a port' }].map(
        (change) => [change, 'recognition: Name the authority, or say that you have no recognition to state'] as const,
      ),
    ],
  ],
  [
    'the prefix of certificate numbers',
    CertificateSettingsInput,
    { certificatePrefix: 'ab', signatoryName: 'A', signatoryTitle: 'B' },
    [{ certificatePrefix: 'ABCDEFGH' }],
    ['A', 'A1', ''].map(
      (certificatePrefix) =>
        [{ certificatePrefix }, 'certificatePrefix: The prefix has 2 to 8 letters from A to Z'] as const,
    ),
  ],
  ['an email template', EmailText, { subject: 'A', text: 'B' }, [], [[{ text: '' }, 'text: Text is required']]],
  [
    'the key of an email template',
    emailTemplates.save.params,
    { key: 'a-b' },
    [],
    [[{ key: 'a.b' }, 'key: There is no such email template.']],
  ],
  [
    'an amount',
    single(Amount),
    { value: '0.01' },
    [{ value: '1500.50' }],
    [
      [{ value: '' }, 'value: Amount is required'],
      [{ value: '1,5' }, 'value: Enter an amount in rupees, such as 1500 or 1500.50'],
      [{ value: '0.00' }, 'value: Enter an amount above zero'],
    ],
  ],
  [
    'a GSTIN',
    single(Gstin),
    { value: '' },
    [{ value: '27aapfu0939f1zv' }],
    [[{ value: '27AAPFU0939F1ZW' }, 'value: This is not a GSTIN. Please check its characters.']],
  ],
  [
    'the day of a payment',
    single(PaidOn),
    { value: '2000-01-01' },
    [],
    [[{ value: '1999-12-31' }, 'value: Enter a valid date']],
  ],
  [
    'the recipient of an invoice',
    RecipientInput,
    { name: 'A', address: 'B', gstin: '27AAPFU0939F1ZV' },
    [{ name: '', address: '', gstin: '' }],
    [
      [{ name: '' }, 'name: Name is required'],
      [{ address: '' }, 'address: Address is required'],
    ],
  ],

  [
    'the fees',
    FeeSettingsInput,
    fees,
    [
      { gstRate: 0 },
      { gstRate: 28 },
      { gstRate: 2.55 },
      { gstin: '27AAPFU0939F1ZV', address: 'A' },
      { bank: { ...fees.bank, accountNumber: '1', ifsc: 'SBIN0001234' } },
    ],
    [
      ...[-0.01, 28.01, 2.555].map((gstRate) => [{ gstRate }, 'gstRate: Enter a rate from 0 to 28 percent'] as const),
      [{ gstin: '27AAPFU0939F1ZV' }, 'address: A tax invoice needs the address of the academy'],
      [{ bank: { ...fees.bank, accountNumber: '1' } }, /^bank\.ifsc: Enter both the account number and the IFSC/],
      [{ bank: { ...fees.bank, ifsc: 'SBIN0001234' } }, /^bank\.ifsc: Enter both the account number and the IFSC/],
      [{ bank: { ...fees.bank, ifsc: 'SBIN1001234' } }, /^bank\.ifsc: The IFSC has 11 characters/],
      [{ bank: { ...fees.bank, accountNumber: '1/2' } }, /^bank\.accountNumber: An account number has digits/],
      [{ upiId: 'a@b' }, 'upiId: A UPI ID looks like academy@bank'],
      [{ sac: '123' }, 'sac: The SAC has 4 to 6 digits'],
    ],
  ],
]);
