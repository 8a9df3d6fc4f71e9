import type { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import type { Retention, SecondFactorRule } from '@fairlead/contract/academy/settings';
import { type CertificateDetail, certificateDetails } from '@fairlead/contract/academy/settings';
import { sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { senderOf } from '../../platform/mail/post.ts';
import { readOnce } from '../../platform/work.ts';
import type { Config } from '../../settings/config.ts';
import { defaultDigestHour, defaultFeeSettings, defaultMostAbsentPercent, defaultRetention } from './rules.ts';

type Defaults = Config['academyDefaults'];

/** The academy's details and the texts on its certificates; pictures as file names, null for none. */
export type Academy = Defaults & {
  /** As stated, otherwise the host at which it is found. */
  name: string;
  /** Empty for none, and while nothing is stated. */
  recognition: string;
  isRecognitionStated: boolean;
  /** Whether emails leave this machine, by a mail server of the operator or one that an administrator has entered. */
  sendsEmail: boolean;
  logo: string | null;
  signature: string | null;
  /** What it has not stated yet, and every certificate states. */
  missing: readonly CertificateDetail[];
};

const columns = [
  'name',
  'email',
  'phone',
  'city',
  'facebook',
  'instagram',
  'linkedin',
  'recognition',
  'certificatePrefix',
  'signatoryName',
  'signatoryTitle',
] as const satisfies (keyof Defaults)[];

const filename = (id: 'logo_id' | 'signature_id') =>
  sql<string | null>`(select filename from stored_file where stored_file.id = academy_settings.${sql.raw(id)})`;

/** The details that staff can save as texts. */
export type SavedTexts = Partial<Pick<Academy, (typeof columns)[number]>>;

/** The name of the settings in `readOnce`. */
export const settingsRow = 'academy settings';

/**
 * The one row of settings, which is read once in a request or a job; undefined while nothing was saved. A request that
 * saves settings reads them each time.
 */
export const findSettings = (db: Queryable) =>
  readOnce(settingsRow, () =>
    db
      .selectFrom('academySettings')
      .selectAll()
      // Subqueries by primary key: the planner would choose a join while there are few files, and then read all of them
      // when there are many.
      .select([filename('logo_id').as('logo'), filename('signature_id').as('signature')])
      .executeTakeFirst(),
  );

/**
 * The academy's current details: what staff have saved, otherwise what the operator has stated; empty where nobody has
 * stated it.
 */
export async function getAcademy(
  db: Queryable,
  { academyDefaults }: Pick<Config, 'academyDefaults'>,
): Promise<Academy> {
  const set = await findSettings(db);
  const stated = Object.fromEntries(columns.map((column) => [column, set?.[column] ?? academyDefaults[column]]));
  const { recognition, ...details } = stated as Pick<Defaults, (typeof columns)[number]>;
  return {
    publicUrl: academyDefaults.publicUrl,
    ...details,
    name: details.name.trim() || new URL(academyDefaults.publicUrl).host,
    recognition: recognition ?? '',
    isRecognitionStated: recognition !== undefined,
    sendsEmail: academyDefaults.sendsEmail || typeof set?.mailHost === 'string',
    logo: set?.logo ?? null,
    signature: set?.signature ?? null,
    missing: certificateDetails.filter((detail) => details[detail].trim() === ''),
  };
}

/** Returns a function that reads the academy's name, for parts of the program that do not depend on a feature. */
export const academyName = (db: Db, config: Pick<Config, 'academyDefaults'>) => async (): Promise<string> =>
  (await getAcademy(db, config)).name;

/**
 * The From header of every email: the configured one, otherwise the academy's name and email address, or one of its
 * host that nobody reads while it has stated none.
 */
export async function getSender(db: Queryable, config: Pick<Config, 'academyDefaults' | 'mail'>): Promise<string> {
  if (config.mail.from) return config.mail.from;
  const { name, email, publicUrl } = await getAcademy(db, config);
  const { hostname } = new URL(publicUrl);
  return senderOf({ name, email: email || `no-reply@${/[a-z]$/i.test(hostname) ? hostname : 'localhost'}` });
}

/**
 * Where what is written to the academy goes: its email address, otherwise that of its first administrator; null where
 * it has neither.
 */
export async function findInbox(db: Queryable, { email }: Pick<Academy, 'email'>): Promise<string | null> {
  if (email) return email;
  const administrator = await db
    .selectFrom('account')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return administrator?.email ?? null;
}

/** The number of months after which records of each kind are removed; null for those that are kept. */
export async function getRetention(db: Queryable): Promise<Retention> {
  const set = await findSettings(db);
  return { ...defaultRetention, ...(set?.retention as Partial<Retention> | undefined) };
}

/** Whether staff must have a second factor, and until when that requirement is postponed. */
export async function getSecondFactorRule(db: Queryable): Promise<SecondFactorRule> {
  const set = await findSettings(db);
  return { required: !set?.secondFactorPutOff, until: set?.secondFactorPutOffUntil ?? null };
}

/** The second factor rule while the requirement is postponed; null while it applies. */
export async function findSecondFactorPutOff(db: Queryable, today: CalendarDate): Promise<SecondFactorRule | null> {
  const rule = await getSecondFactorRule(db);
  return rule.required || (rule.until !== null && rule.until < today) ? null : rule;
}

/** The share of the half days of a batch for which somebody may be absent without being dropped, in percent. */
export async function getMostAbsentPercent(db: Queryable): Promise<number> {
  const set = await findSettings(db);
  return set?.mostAbsentPercent ?? defaultMostAbsentPercent;
}

/** The academy's settings for fees: whether it records them, how they are paid, and its tax. */
export async function getFeeSettings(db: Queryable): Promise<FeeSettings> {
  const set = await findSettings(db);
  return { ...defaultFeeSettings, ...(set?.fees as Partial<FeeSettings> | null | undefined) };
}

/** Condition: fees are switched on; for queries that find nothing otherwise. */
export const hasFees = sql<boolean>`exists (select from academy_settings where (fees ->> 'isOn')::boolean)`;

/** The first steps that an administrator has left for later, and when the mail server last took a test email. */
export async function getFirstStepsSettings(
  db: Queryable,
): Promise<{ left: string[]; mailTestedAt: Date | null; sampleCourse: SampleCourse | null }> {
  const set = await findSettings(db);
  const { stepsLeft: left = [], mailTestedAt = null, sampleCourse = null } = set ?? {};
  return { left, mailTestedAt, sampleCourse: sampleCourse as SampleCourse | null };
}

/** What an administrator has last done with the sample course. */
export type SampleCourse = 'added' | 'removed';

/** The hour of the day, in the academy's time zone, from which the daily digest is sent to staff. */
export async function getDigestHour(db: Queryable): Promise<number> {
  const set = await findSettings(db);
  return set?.digestHour ?? defaultDigestHour;
}
