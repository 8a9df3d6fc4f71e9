import { z } from 'zod/mini';
import type { Calls } from '../platform/call.ts';
import { Email } from '../values/emails.ts';
import { bounded, CalendarDate, data, FileLink, line, saved, tidy } from '../values/shapes.ts';
import { parseUrl } from '../values/urls.ts';
import { FeeSettings, FeeSettingsInput } from './fee-settings.ts';
import { MailServerInput, MailSettings } from './mail-server.ts';

const single = { kind: 'image', max: 1 } as const;

/** The URL of the academy on another site; empty for none. */
const link = bounded(
  300,
  { missing: 'Enter an address or nothing', tooLong: 'This address is too long' },
  tidy,
  z.trim(),
).check(
  z.refine((value) => value === '' || (/^https?:\/\//i.test(value) && parseUrl(value) !== undefined), {
    message: 'Enter an address that begins with https://',
  }),
);

/** A box that is ticked, such as one that removes a stored picture. */
const yes = z.optional(z.enum(['true', 'false'], 'Say true or false'));

const oneOfTwo = 'Name the authority, or say that you have no recognition to state';

/** A blank recognition alone says nothing: that there is none is stated, too. */
export const BrandInput = z
  .object({
    name: line('Name', 120),
    email: Email,
    phone: line('Phone', 40),
    city: line('City', 120),
    facebook: link,
    instagram: link,
    linkedin: link,
    recognition: bounded(200, { missing: 'Enter a text or nothing', tooLong: 'This text is too long' }, tidy, z.trim()),
    noRecognition: yes,
    removeLogo: yes,
  })
  .check(
    z.refine(({ recognition, noRecognition }) => (recognition === '') === (noRecognition === 'true'), {
      path: ['recognition'],
      message: oneOfTwo,
    }),
  );
export type BrandInput = z.infer<typeof BrandInput>;

const prefixLetters = 'The prefix has 2 to 8 letters from A to Z';

export const CertificateSettingsInput = z.object({
  certificatePrefix: bounded(
    8,
    { missing: 'Prefix is required', tooLong: prefixLetters },
    z.trim(),
    z.toUpperCase(),
  ).check(z.regex(/^[A-Z]{2,8}$/, prefixLetters), z.regex(/^(?!HELD$)/, 'HELD stands for certificates on hold')),
  signatoryName: line('Name', 120),
  signatoryTitle: line('Title', 120),
  removeSignature: yes,
});
export type CertificateSettingsInput = z.infer<typeof CertificateSettingsInput>;

/** The kinds of records that may be removed after a retention period. */
export const retentionKinds = [
  'unverifiedRegistrations',
  'refusedRegistrations',
  'identityDocuments',
  'dormantAccounts',
  'contactMessages',
  'networkAddresses',
] as const;
export type RetentionKind = (typeof retentionKinds)[number];

const outOfRange = 'Enter a number of months from 1 to 600, or nothing';
const months = z.nullable(z.int(outOfRange).check(z.gte(1, outOfRange), z.lte(600, outOfRange)));

/** Months after which records of a kind are removed; null for those that are kept. */
export const Retention = z.object({
  unverifiedRegistrations: months,
  refusedRegistrations: months,
  identityDocuments: months,
  dormantAccounts: months,
  contactMessages: months,
  networkAddresses: months,
} satisfies Record<RetentionKind, typeof months>);
export type Retention = z.infer<typeof Retention>;

const hour = 'Choose an hour from 0 to 23';

/** The hour of the day, in the academy's time zone, from which the daily email about pending items is sent to staff. */
const DigestInput = z.object({ hour: z.int(hour).check(z.gte(0, hour), z.lte(23, hour)) });

const percent = 'Enter a whole number from 0 to 100';

/** Who is absent for more than this share of the half days of a batch is dropped from it, in percent. */
export const AttendanceRule = z.object({
  mostAbsentPercent: z.int(percent).check(z.gte(0, percent), z.lte(100, percent)),
});

/** Whether staff must have a second factor. If not, until which day (included), or null for no end. */
export const SecondFactorRule = z
  .object({ required: z.boolean('Say true or false'), until: z.nullable(CalendarDate) })
  .check(z.refine(({ required, until }) => !(required && until), { path: ['until'], message: 'Leave the day blank' }));
export type SecondFactorRule = z.infer<typeof SecondFactorRule>;

/** What every certificate states about the academy. Until it has stated all of them, certificates are held. */
export const certificateDetails = ['name', 'city', 'certificatePrefix', 'signatoryName', 'signatoryTitle'] as const;
export type CertificateDetail = (typeof certificateDetails)[number];

/** These details, in the words of the forms in which they are entered. */
export const detailWords: Record<CertificateDetail, string> = {
  name: 'name of the academy',
  city: 'city',
  certificatePrefix: 'prefix of certificate numbers',
  signatoryName: 'signatory',
  signatoryTitle: 'title of the signatory',
};

/** A text of the academy; empty where it has stated none. */
const stated = z.string();

const Settings = z.object({
  brand: z.object({
    name: stated,
    email: stated,
    phone: stated,
    city: stated,
    facebook: stated,
    instagram: stated,
    linkedin: stated,
    recognition: stated,
    /** Whether the academy has stated that it has none. */
    noRecognition: z.boolean(),
    logo: z.nullable(FileLink),
  }),
  certificates: z.object({
    certificatePrefix: stated,
    signatoryName: stated,
    signatoryTitle: stated,
    signature: z.nullable(FileLink),
  }),
  retention: Retention,
  digest: DigestInput,
  attendance: AttendanceRule,
  fees: FeeSettings,
  secondFactor: SecondFactorRule,
  mail: MailSettings,
  /** Whether what people upload is scanned for malware. */
  malwareScanner: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** The academy's own settings. */
export const settings = {
  get: { method: 'GET', path: '/settings', who: 'settings:edit', reply: data(Settings) },
  saveBrand: {
    method: 'PUT',
    path: '/settings/brand',
    who: 'settings:edit',
    body: BrandInput,
    files: { logo: single },
    reply: saved(Settings),
  },
  saveCertificates: {
    method: 'PUT',
    path: '/settings/certificates',
    who: 'settings:edit',
    body: CertificateSettingsInput,
    files: { signature: single },
    reply: saved(Settings),
  },
  saveRetention: {
    method: 'PUT',
    path: '/settings/retention',
    who: 'settings:edit',
    body: Retention,
    reply: saved(Settings),
  },
  saveDigest: {
    method: 'PUT',
    path: '/settings/digest',
    who: 'settings:edit',
    body: DigestInput,
    reply: saved(Settings),
  },
  saveAttendance: {
    method: 'PUT',
    path: '/settings/attendance',
    who: 'settings:edit',
    body: AttendanceRule,
    reply: saved(Settings),
  },
  /** Fees that are recorded already keep their amounts, and issued documents their content. */
  saveFees: {
    method: 'PUT',
    path: '/settings/fees',
    who: 'settings:edit',
    body: FeeSettingsInput,
    reply: saved(Settings),
  },
  /** The mail server, where the operator has set none. Its password is stored encrypted, and is in no reply. */
  saveMailServer: {
    method: 'PUT',
    path: '/settings/mail-server',
    who: 'settings:edit',
    body: MailServerInput,
    reply: saved(Settings),
  },
  /** Emails become files again. */
  removeMailServer: { method: 'DELETE', path: '/settings/mail-server', who: 'settings:edit', reply: saved(Settings) },
  /** Requires a second factor of staff, or suspends the requirement. */
  saveSecondFactor: {
    method: 'PUT',
    path: '/settings/second-factor',
    who: 'settings:edit',
    body: SecondFactorRule,
    reply: saved(Settings),
  },
} as const satisfies Calls;
