import type { ProfilesQuery } from '@fairlead/contract/seafarers/calls';
import type { DocumentRequest } from '@fairlead/contract/seafarers/documents';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  type Found,
  findBounded,
  limitInText,
  matchesName,
  type Order,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import type { Zone } from '../../platform/readable-zone/zone.ts';
import { findPeople } from '../accounts/index.ts';

/** The text that a search for profiles covers, besides the person's; the trigram index is on the same expression. */
const profileText = sql<string>`(folded_name || ' ' || passport_number || ' ' || cdc_number || ' ' || indos_number)`;

/** Condition: the row of `document_request` waits for the person. */
export const isOpenRequest = sql<SqlBool>`answered_at is null and settled_at is null`;

/**
 * The documents of an account that are waited for: a table with its condition.
 *
 * @param account the column with the account, such as 'enrolment.accountId'.
 */
export const openRequestsOf = (account: string): RawBuilder<unknown> =>
  sql`document_request where account_id = ${sql.ref(account)} and ${isOpenRequest}`;

/** Condition: a document of the account is waited for. */
export const lacksDocument = (account: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${openRequestsOf(account)})`;

type RequestJson = Pick<DocumentRequest, 'document' | 'reason' | 'note'> & {
  id: string;
  askedAt: string;
  answeredAt: string | null;
};

/** The documents that staff have asked for since they last checked the profile, unordered. */
export const documentRequests = sql<RequestJson[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', id, 'document', document, 'reason', reason, 'note', note,
    'askedAt', asked_at, 'answeredAt', answered_at))
  from document_request where account_id = profile.account_id and settled_at is null), '[]')`;

/** As JSON, with the names of `Zone`. */
type ZoneJson = Omit<Zone, 'name'> & { surname: string | null; givenNames: string | null; isCut: boolean | null };

const zoneOf = (document: 'passportDocument' | 'idDocument', fileId: string) => sql<ZoneJson | null>`(
  select jsonb_build_object('surname', zone_surname, 'givenNames', zone_given_names, 'isCut', zone_name_is_cut,
    'number', zone_number, 'birthDate', zone_birth_date, 'expiresOn', zone_expires_on)
  from document_reading as reading
  where reading.account_id = profile.account_id and reading.document = ${sql.lit(document)} and zone_number is not null
    and file_id = ${sql.ref(fileId)})`;

/**
 * What was read in the readable zone of the passport that is there now, that of a further document first. They are
 * looked up one after the other, since to sort them takes longer than all else for a profile.
 */
const readableZone = sql<ZoneJson | null>`coalesce(${zoneOf('passportDocument', 'profile.passportDocumentId')},
  ${zoneOf('idDocument', 'profile.idDocumentId')})`;

const profiles = (db: Queryable) => db.selectFrom('seafarerProfile as profile');

/** Profiles with their owners and files. */
const withFiles = (matching: ReturnType<typeof profiles>) =>
  matching
    .innerJoin('account', 'account.id', 'profile.accountId')
    .innerJoin('storedFile as picture', 'picture.id', 'profile.profilePictureId')
    .innerJoin('storedFile as document', 'document.id', 'profile.idDocumentId')
    .innerJoin('storedFile as signature', 'signature.id', 'profile.signatureId')
    .leftJoin('storedFile as passport', 'passport.id', 'profile.passportDocumentId')
    .leftJoin('storedFile as cdc', 'cdc.id', 'profile.cdcDocumentId')
    .leftJoin('storedFile as indos', 'indos.id', 'profile.indosDocumentId')
    .select([
      'profile.accountId as id',
      'profile.name',
      'profile.ownScriptName',
      'profile.birthDate',
      'profile.phone',
      'profile.streetAddress',
      'profile.city',
      'profile.state',
      'profile.country',
      'profile.postalCode',
      'profile.passportNumber',
      'profile.passportExpiresOn',
      'profile.cdcNumber',
      'profile.cdcExpiresOn',
      'profile.gradeNumber',
      'profile.indosNumber',
      'profile.idType',
      'profile.identityChangedAt',
      'profile.checkedFacts',
      'profile.profilePictureId',
      'profile.idDocumentId',
      'profile.signatureId',
      'profile.passportDocumentId',
      'profile.cdcDocumentId',
      'profile.indosDocumentId',
      'profile.createdAt',
      'profile.updatedAt',
      'account.email',
      'account.firstName',
      'account.lastName',
      'picture.filename as profilePicture',
      'document.filename as idDocument',
      'signature.filename as signature',
      'passport.filename as passportDocument',
      'cdc.filename as cdcDocument',
      'indos.filename as indosDocument',
      documentRequests.as('documentRequests'),
      readableZone.as('readableZone'),
      sql<string | null>`coalesce(picture.malware, document.malware, signature.malware, passport.malware, cdc.malware,
        indos.malware)`.as('malware'),
      sql<boolean>`(picture.scanned_at is not null and document.scanned_at is not null
        and signature.scanned_at is not null and (passport.id is null or passport.scanned_at is not null)
        and (cdc.id is null or cdc.scanned_at is not null)
        and (indos.id is null or indos.scanned_at is not null))`.as('isScanned'),
    ]);

const selectProfiles = (db: Queryable) => withFiles(profiles(db));

/** A profile with its owner and the names of its files; `id` is the account's. */
export type ProfileRow = Awaited<ReturnType<typeof getProfile>>;

export const findProfile = (db: Queryable, accountId: string) =>
  selectProfiles(db).where('profile.accountId', '=', accountId).executeTakeFirst();

export async function hasProfile(db: Queryable, accountId: string): Promise<boolean> {
  const profile = await db
    .selectFrom('seafarerProfile')
    .select('accountId')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return profile !== undefined;
}

/** @throws AppError `not-found` for an account without a profile. */
export async function getProfile(db: Queryable, accountId: string) {
  const profile = await findProfile(db, accountId);
  if (!profile) throw noProfile();
  return profile;
}

export const noProfile = () => notFound('No profile data available.');

/** The profiles of several accounts, where there is one, in no particular order. */
export const listProfilesOf = async (db: Queryable, accountIds: readonly string[]) =>
  accountIds.length === 0 ? [] : selectProfiles(db).where(among('profile.accountId', accountIds)).execute();

const id = sql<string>`profile.account_id`;
const byName = { expression: sql`profile.folded_name collate "C"`, table: sql`seafarer_profile as profile` };

const orders: Record<NonNullable<ProfilesQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
  name: { id, way: 'asc', by: byName },
};

/** The owners of profiles whose name or document numbers match a search, newest first. */
const profilesFound = (db: Queryable, search: Search) =>
  db
    .selectFrom('seafarerProfile')
    .select('accountId as id')
    .where(matchesName(profileText, search))
    .orderBy('accountId', 'desc');

/** The newest of these, at most `limit`, with their email addresses. */
export const listOwnersByProfile = (db: Queryable, search: Search, limit: number) =>
  db
    .selectFrom('seafarerProfile as profile')
    .innerJoin('account', 'account.id', 'profile.accountId')
    .select([
      'account.id',
      'account.email',
      'profile.name',
      'profile.passportNumber',
      'profile.cdcNumber',
      'profile.indosNumber',
    ])
    .where('profile.accountId', 'in', profilesFound(db, search).limit(limit))
    .orderBy('account.id', 'desc')
    .execute();

/** The owners of profiles that match a search: by the profile's text, or by the person's name and email address. */
export async function findOwners(db: Queryable, search: Search): Promise<Found> {
  const profiles = await findBounded(profilesFound(db, search));
  const people = await findPeople(db, search);
  return { ids: [...profiles.ids, ...people.ids], isBounded: profiles.isBounded || people.isBounded };
}

/**
 * A page of profiles, newest accounts first by default. Returns the rows (one more than the limit if there is a next
 * page) and the capped count.
 */
export async function listProfiles(db: Queryable, { sort = 'newest', identity, ...query }: ProfilesQuery) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = profiles(db);
  const found = search ? await findOwners(db, search) : undefined;
  if (found) matching = matching.where(among('profile.accountId', found.ids));
  if (identity === 'changed') matching = matching.where('profile.identityChangedAt', 'is not', null);
  if (identity === 'checked') {
    matching = matching
      .where('profile.identityChangedAt', 'is', null)
      .where('profile.identityCheckedAt', 'is not', null);
  }
  if (identity === 'unchecked') matching = matching.where('profile.identityCheckedAt', 'is', null);
  const rows = await pageInOrder(withFiles(matching), orders[sort], { after, take }).limit(limitInText(take)).execute();
  return {
    rows,
    limit,
    total: await totalOf(db, matching.select('profile.accountId'), { rows, limit, after }),
    isBounded: found?.isBounded,
  };
}

/**
 * Locks a person, so that writes to the profile and decisions on it run one after another: a change that staff have not
 * seen must not be included in their check. Returns the name on the account.
 */
export const lockPerson = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('account')
    .select(['firstName', 'lastName'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Whether staff have accepted an enrolment of this person, and with it the documents that were there. */
export async function hasApprovedEnrolment(db: Queryable, accountId: string): Promise<boolean> {
  const approved = await db
    .selectFrom('enrolment')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'approved')
    .limit(1)
    .executeTakeFirst();
  return approved !== undefined;
}

/** The number of a document without what people write differently; there is an index on it. */
const numberKey = (column: string) => sql`upper(regexp_replace(${sql.ref(column)}, '[^[:alnum:]]', '', 'g'))`;

/** Of so many accounts with the same number, the first are named. */
const mostNamed = 3;

type SameNumber = { id: string; paper: 'passport' | 'indos'; otherId: string; otherName: string };

/**
 * `offset 0` keeps the limit out of the search: for three rows in the order of their ids, the planner would read the
 * table in that order. What has no digit, such as 'NOT ISSUED', is no number.
 */
const ofSameNumber = (paper: 'passport' | 'indos', accountIds: readonly string[]) => sql<SameNumber>`
  select mine.account_id as id, ${sql.lit(paper)} as paper, other.account_id as other_id, other.name as other_name
  from seafarer_profile as mine cross join lateral (
    select account_id, name from (
      select account_id, name from seafarer_profile as one
      where ${numberKey(`one.${paper}Number`)} = ${numberKey(`mine.${paper}Number`)} and one.account_id <> mine.account_id
      offset 0) as found
    order by account_id limit ${sql.lit(mostNamed)}) as other
  where mine.account_id = any(${accountIds}::uuid[]) and ${sql.ref(`mine.${paper}Number`)} ~ '[0-9]'`;

/** The other accounts that state the passport or the INDoS number of one of these. */
export const sameNumbersOf = (accountIds: readonly string[]) => sql<SameNumber>`
  ${ofSameNumber('passport', accountIds)} union all ${ofSameNumber('indos', accountIds)}
  order by id, paper desc, other_id`;

export const listSameNumbers = async (db: Queryable, accountIds: readonly string[]) =>
  (await sameNumbersOf(accountIds).execute(db)).rows;

/** What was read in the documents of some accounts, as far as their present files were read. */
export const listReadings = (db: Queryable, accountIds: readonly string[]) =>
  db
    .selectFrom('documentReading as reading')
    .innerJoin('seafarerProfile as profile', 'profile.accountId', 'reading.accountId')
    .select(['reading.accountId as id', 'reading.document', 'reading.width', 'reading.height', 'reading.sharpness'])
    .where(among('reading.accountId', accountIds))
    .where((e) =>
      e(
        'reading.fileId',
        'in',
        sql<string>`(profile.profile_picture_id, profile.id_document_id, profile.signature_id,
          profile.passport_document_id, profile.cdc_document_id, profile.indos_document_id)`,
      ),
    )
    .orderBy('reading.document')
    .execute();
