import type { Retention, SecondFactorRule } from '@fairlead/contract/settings';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { senderOf } from '../../platform/mail/post.ts';
import { defaultDigestHour, defaultRetention } from './rules.ts';

type Defaults = Config['academyDefaults'];

/** Who the academy is and what its certificates bear; pictures by the names of their files, null for none. */
export type Academy = Defaults & { logo: string | null; signature: string | null };

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

/** The academy as it is at this moment: what staff have set, and the configuration's word for the rest. */
export async function getAcademy(
  db: Queryable,
  { academyDefaults }: Pick<Config, 'academyDefaults'>,
): Promise<Academy> {
  const set = await db
    .selectFrom('academySettings')
    .select(columns)
    // looked up by their keys: a join would be planned while there are few files, and read all of them when there are many
    .select([filename('logo_id').as('logo'), filename('signature_id').as('signature')])
    .executeTakeFirst();
  const academy: Academy = { ...academyDefaults, logo: set?.logo ?? null, signature: set?.signature ?? null };
  for (const column of columns) academy[column] = set?.[column] ?? academyDefaults[column];
  return academy;
}

/** Asks what the academy is called, for those parts of the program that know no feature. */
export const academyName = (db: Db, config: Pick<Config, 'academyDefaults'>) => async (): Promise<string> =>
  (await getAcademy(db, config)).name;

/** The From of every mail: the configured one, or else the academy's name and address. */
export const getSender = async (db: Queryable, config: Pick<Config, 'academyDefaults' | 'mail'>): Promise<string> =>
  config.mail.from ?? senderOf(await getAcademy(db, config));

/** After how many months records of each kind are removed; null for those that are kept. */
export async function getRetention(db: Queryable): Promise<Retention> {
  const set = await db.selectFrom('academySettings').select('retention').executeTakeFirst();
  return { ...defaultRetention, ...(set?.retention as Partial<Retention> | undefined) };
}

/** Whether staff must have a second factor, or until when that is put off. */
export async function getSecondFactorRule(db: Queryable): Promise<SecondFactorRule> {
  const set = await db
    .selectFrom('academySettings')
    .select(['secondFactorPutOff', 'secondFactorPutOffUntil'])
    .executeTakeFirst();
  return { required: !set?.secondFactorPutOff, until: set?.secondFactorPutOffUntil ?? null };
}

/** The same while staff are let off it; null while they are not. */
export async function findSecondFactorPutOff(db: Queryable, today: CalendarDate): Promise<SecondFactorRule | null> {
  const rule = await getSecondFactorRule(db);
  return rule.required || (rule.until !== null && rule.until < today) ? null : rule;
}

/** From which hour of the academy's day on the staff are told what waits. */
export async function getDigestHour(db: Queryable): Promise<number> {
  const set = await db.selectFrom('academySettings').select('digestHour').executeTakeFirst();
  return set?.digestHour ?? defaultDigestHour;
}
