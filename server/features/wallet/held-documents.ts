import { type EndingQuery, endedFor } from '@fairlead/contract/wallet/calls';
import type { DocumentCheck, DocumentSource, RefusalReason } from '@fairlead/contract/wallet/wallet-words';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { addDays, type CalendarDate, daysUntil } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  type Found,
  findBounded,
  isBySigns,
  matches,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { fullNameIn } from '../accounts/index.ts';
import { standsFor } from '../courses/index.ts';
import { findOwners } from '../seafarers/index.ts';

/** A document of a person as it is stored, wherever that is. */
export type HeldRow = {
  id: string;
  accountId: string;
  source: DocumentSource;
  /** The code of its kind, or what a certificate proves; empty where that is not named. */
  kind: string;
  /** What was entered of a document without a kind of its own, or the course of a certificate. */
  title: string;
  number: string;
  issuer: string;
  country: string;
  issuedOn: CalendarDate | null;
  lastDay: CalendarDate | null;
  isRefresherDue: boolean;
  isReplaced: boolean;
  /** The course of a certificate. */
  courseId: string | null;
  status: DocumentCheck;
  decidedAt: Date | null;
  decidedBy: string | null;
  refusalReason: RefusalReason | null;
  refusalNote: string | null;
  filename: string | null;
  malware: string | null;
  scannedAt: Date | null;
  version: number;
};

/** One of the places where documents are, as parts of SQL. Each has an index on its last day and id. */
type HeldIn = {
  from: RawBuilder<unknown>;
  id: RawBuilder<string>;
  accountId: RawBuilder<string>;
  /** The code by which a newer document replaces it; null where none can by a code. */
  code: RawBuilder<string | null>;
  kind: RawBuilder<string>;
  lastDay: RawBuilder<CalendarDate | null>;
  /**
   * Further columns of `HeldRow`, in one order for all places: the source, and those from `title` on but the last day.
   */
  facts: RawBuilder<unknown>;
  /** Whether a document counts; a refused one is shown to its owner, and counts for nothing. */
  counts: RawBuilder<SqlBool>;
  exists: RawBuilder<SqlBool>;
  /** Whether a notice of its end was sent, so many days before. */
  isNotified: (days: RawBuilder<number>) => RawBuilder<SqlBool>;
  /** Whether its documents are those of the wallet, which alone have files and replace each other by kind and title. */
  isWallet: boolean;
  /** Of certificates: on what they were issued (`certificate_basis`), if only those of some are meant. */
  bases?: readonly string[];
};

/** What a certificate proves. */
const proved = sql<string>`(
  select qualification from certificate_basis where id = coalesce(certificate.rule_id, certificate.course_id))`;

const certificates: HeldIn = {
  isWallet: false,
  from: sql`certificate`,
  id: sql`certificate.id`,
  accountId: sql`certificate.account_id`,
  code: proved,
  kind: proved,
  lastDay: sql`coalesce(certificate.expires_on, certificate.refresher_due)`,
  facts: sql`'certificate' as source, certificate.course_title as title, certificate.number, '' as issuer, '' as country,
    certificate.issued_on, certificate.expires_on is null and certificate.refresher_due is not null as is_refresher_due,
    certificate.course_id, 'checked' as status, null::timestamptz as decided_at, null::text as decided_by,
    null::text as refusal_reason, null::text as refusal_note, null::text as filename, null::text as malware,
    null::timestamptz as scanned_at, 1 as version`,
  counts: sql`certificate.status = 'issued'`,
  exists: sql`certificate.status = 'issued'`,
  isNotified: (days) => sql`exists (select from expiry_notice as notice
    where notice.certificate_id = certificate.id and notice.days = ${days})`,
};

const notified = (
  id: RawBuilder<string>,
  lastDay: RawBuilder<CalendarDate | null>,
  days: RawBuilder<number>,
) => sql<SqlBool>`exists (
  select from document_notice as notice
  where notice.document_id = ${id} and notice.last_day = ${lastDay} and notice.days = ${days})`;

const ofWallet: HeldIn = {
  isWallet: true,
  from: sql`wallet_document as document`,
  id: sql`document.id`,
  accountId: sql`document.account_id`,
  // what proves several codes is replaced by what proves all of them
  code: sql`case when cardinality(document.codes) = 1 then document.codes[1] end`,
  kind: sql`document.kind`,
  lastDay: sql`document.expires_on`,
  facts: sql`'wallet' as source, document.title, document.number, document.issuer, document.country, document.issued_on,
    false as is_refresher_due, null::uuid as course_id, document.status, document.decided_at,
    (select ${fullNameIn('account')} from account where id = document.decided_by) as decided_by,
    document.refusal_reason, document.refusal_note, file.filename, file.malware, file.scanned_at, document.version`,
  counts: sql`document.status <> 'refused'`,
  exists: sql`true`,
  isNotified: (days) => notified(sql`document.id`, sql`document.expires_on`, days),
};

/** The number of a profile; one that was not issued is none. */
function ofProfile(kind: string, column: string, lastDay: RawBuilder<CalendarDate | null>): HeldIn {
  const id = sql<string>`paper_id(profile.account_id, ${sql.lit(kind)})`;
  const isIssued = sql<SqlBool>`${sql.ref(`profile.${column}`)} <> 'NOT ISSUED'`;
  return {
    isWallet: false,
    from: sql`seafarer_profile as profile`,
    id,
    accountId: sql`profile.account_id`,
    code: sql.lit(kind),
    kind: sql.lit(kind),
    lastDay,
    facts: sql`'profile' as source, '' as title, ${sql.ref(`profile.${column}`)} as number, '' as issuer, '' as country,
      null::date as issued_on, false as is_refresher_due, null::uuid as course_id,
      case when profile.identity_checked_at is not null and profile.identity_changed_at is null then 'checked'
        else 'waiting' end as status,
      profile.identity_checked_at as decided_at, null::text as decided_by, null::text as refusal_reason,
      null::text as refusal_note, null::text as filename, null::text as malware, null::timestamptz as scanned_at,
      1 as version`,
    counts: isIssued,
    exists: isIssued,
    isNotified: (days) => notified(id, lastDay, days),
  };
}

const passports = ofProfile('PASSPORT', 'passportNumber', sql`profile.passport_expires_on`);
const ownCdcs = ofProfile('CDC', 'cdcNumber', sql`profile.cdc_expires_on`);
const ownIndos = ofProfile('INDOS', 'indosNumber', sql`null::date`);
const places: readonly HeldIn[] = [certificates, ofWallet, passports, ownCdcs, ownIndos];
/** An INDoS number is for life. */
export const endingSources = [certificates, ofWallet, passports, ownCdcs];

/**
 * Whether the person holds a document of the same code that stands for one that ends on a day; for one of the wallet,
 * only a certificate of the academy.
 */
export const hasStandIn = (
  { accountId, code, lastDay }: Pick<HeldIn, 'accountId' | 'code' | 'lastDay'>,
  isOfWallet: RawBuilder<SqlBool>,
) => sql<SqlBool>`exists (
  select from held_document as later where later.account_id = ${accountId} and later.code = ${code}
    and ${standsFor(lastDay)} and (later.source = 'certificate' or not ${isOfWallet}))`;

/**
 * The rows of a place that meet a condition; `order` is their order and limit. Where certificates of some bases are
 * meant, those of each are read in the order of an index.
 */
function rowsIn(
  { from, exists, bases }: HeldIn,
  condition: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  join = sql``,
) {
  if (!bases) return sql`${from} ${join} where ${exists} and ${condition} ${order}`;
  return sql`unnest(${bases}::uuid[]) as basis (id) cross join lateral (
    select certificate.* from certificate where coalesce(certificate.rule_id, certificate.course_id) = basis.id
      and ${exists} and ${condition} ${order}) as certificate ${order}`;
}

/**
 * Whether a document of the wallet is replaced by one of the same kind, country and title that proves all that it
 * proves.
 */
export const isReplacedInWallet = (place: HeldIn) =>
  place.isWallet
    ? sql<SqlBool>`exists (
        select from wallet_document as later
        where later.account_id = ${place.accountId} and later.id <> document.id and later.status = 'checked'
          and later.kind = document.kind and later.country = document.country and later.title = document.title
          and later.codes @> document.codes and (later.expires_on is null or later.expires_on > document.expires_on))`
    : sql<SqlBool>`false`;

/**
 * Whether the person holds another document that stands for this one and ends later; one that nobody has checked
 * replaces none.
 */
const isReplaced = (place: HeldIn) => sql<SqlBool>`(${place.lastDay} is not null
  and (${isReplacedInWallet(place)} or ${hasStandIn(place, sql.lit(place.isWallet))}))`;

type Selecting = { order?: RawBuilder<unknown>; replaced?: RawBuilder<SqlBool>; more?: RawBuilder<unknown> };

/**
 * The documents of one place that meet a condition.
 *
 * @param how.order its order and limit, if it has any.
 * @param how.replaced what tells which of them are replaced.
 * @param how.more further columns, each after a comma.
 */
export function selectIn(
  place: HeldIn,
  condition: RawBuilder<SqlBool>,
  { order = sql``, replaced = isReplaced(place), more = sql`` }: Selecting = {},
): RawBuilder<HeldRow> {
  const { id, accountId, kind, lastDay, facts } = place;
  const file = place.isWallet ? sql`join stored_file as file on file.id = document.file_id` : sql``;
  return sql<HeldRow>`select ${id} as id, ${accountId} as account_id, ${kind} as kind, ${lastDay} as last_day, ${facts},
    ${replaced} as is_replaced ${more}
    from ${rowsIn(place, condition, order, file)}`;
}

/**
 * The documents of a person, in the order in which they end; those that a newer one replaces, and refused ones, last.
 */
export async function listHeld(db: Queryable, accountId: string): Promise<HeldRow[]> {
  const all = places.map((place) => selectIn(place, sql`${place.accountId} = ${accountId}`));
  const { rows } = await sql<HeldRow>`
    select * from (${sql.join(all, sql` union all `)}) as held
    order by (is_replaced or status = 'refused'), last_day nulls last, id`.execute(db);
  return rows;
}

/** A document that waits for a check, and the day on which it was added. */
export type WaitingRow = HeldRow & { addedAt: Date; firstName: string; lastName: string; email: string };

/** Whose wallets have a document with such a number. */
async function findByNumber(db: Queryable, search: Search): Promise<Found> {
  if (isBySigns(search)) return { ids: [], isBounded: false };
  const found = db.selectFrom('walletDocument').select('accountId as id').where(matches(sql`number`, search));
  return findBounded(found.orderBy('accountId', 'desc'));
}

/** The people whom a search of documents finds: by name, email, number of the profile, or number of a document. */
async function findHolders(db: Queryable, search: Search): Promise<Found> {
  const [owners, holders] = [await findOwners(db, search), await findByNumber(db, search)];
  return { ids: [...owners.ids, ...holders.ids], isBounded: owners.isBounded || holders.isBounded };
}

/** A page of the documents that wait for a check, the oldest first, and their number up to 1,001. */
export async function listWaiting(db: Queryable, query: Parameters<typeof paginationOf>[0]) {
  const { take, limit, after, search } = paginationOf(query);
  const found = search ? await findHolders(db, search) : undefined;
  const isMeant = sql<SqlBool>`document.status = 'waiting' and ${isActive(ofWallet)} ${found ? sql`and ${among('document.accountId', found.ids)}` : sql``}`;
  const isAfter = after === undefined ? sql`` : sql`and document.id > ${after}`;
  const { rows } = await sql<WaitingRow>`
    select held.*, document.updated_at as added_at, account.first_name, account.last_name, account.email
    from (${selectIn(ofWallet, sql`${isMeant} ${isAfter}`, { order: sql`order by document.id limit ${take}` })}) as held
    join wallet_document as document on document.id = held.id join account on account.id = held.account_id
    order by held.id`.execute(db);
  const matching = {
    limit: (n: RawBuilder<number>) => sql`select 1 from wallet_document as document where ${isMeant} limit ${n}`,
  };
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }), isBounded: found?.isBounded };
}

/** A document that ends, with its owner. */
export type EndingRow = Omit<HeldRow, 'lastDay'> & {
  lastDay: CalendarDate;
  firstName: string;
  lastName: string;
  email: string;
};

type Span = { from: CalendarDate; to: CalendarDate };

/** The days meant by a filter of the list. */
function spanOf(within: EndingQuery['within'], today: CalendarDate): Span {
  const from = addDays(today, -endedFor);
  if (within === undefined) return { from, to: '9999-12-31' };
  return within === 'ended' ? { from, to: addDays(today, -1) } : { from: today, to: addDays(today, Number(within)) };
}

const isActive = ({ accountId }: HeldIn) => sql<SqlBool>`exists (
  select from account where account.id = ${accountId} and account.disabled_at is null and account.erased_at is null)`;

/** Whether a document that counts and that no newer one replaces ends in a span of days. */
const endsIn = (place: HeldIn, { from, to }: Span) => sql<SqlBool>`${place.counts}
  and ${place.lastDay} >= ${from}::date and ${place.lastDay} <= ${to}::date and not ${isReplaced(place)} and ${isActive(place)}`;

type Cursor = { lastDay: CalendarDate; id: string };

/** Where the row with an id is now; undefined if it is no more. */
async function placeOf(db: Queryable, id: string): Promise<Cursor | undefined> {
  const all = endingSources.map(
    (place) => sql`select ${place.id} as id, ${place.lastDay} as last_day from ${place.from} where ${place.id} = ${id}`,
  );
  const { rows } = await sql<Cursor>`${sql.join(all, sql` union all `)}`.execute(db);
  return rows.find(({ lastDay }) => lastDay !== null);
}

/** Where documents of a kind are that end; without one, all that end. */
async function placesWith(db: Queryable, kind: string | undefined): Promise<readonly HeldIn[]> {
  if (kind === undefined) return endingSources;
  const { rows } = await sql<{ id: string }>`select id from certificate_basis where qualification = ${kind}`.execute(
    db,
  );
  const bases = rows.map(({ id }) => id);
  return endingSources.map((place) => (place === certificates ? { ...place, bases } : place));
}

/** The first documents after a cursor of those that meet a condition, in the order in which they end. */
const firstEnding = (
  places: readonly HeldIn[],
  conditionOf: (place: HeldIn) => RawBuilder<SqlBool>,
  cursor: Cursor | undefined,
  take: number,
): RawBuilder<EndingRow> => {
  // each place is read in the order of its own index, and no further than needed
  const all = places.map((place) => {
    const order = sql`(${place.lastDay}, ${place.id})`;
    const isAfter = cursor ? sql`and ${order} > (${cursor.lastDay}::date, ${cursor.id}::uuid)` : sql``;
    const first = sql`order by ${place.lastDay}, ${place.id} limit ${take}`;
    return sql`(${selectIn(place, sql<SqlBool>`${conditionOf(place)} ${isAfter}`, { order: first })})`;
  });
  return sql<EndingRow>`
    select held.*, account.first_name, account.last_name, account.email
    from (${sql.join(all, sql` union all `)}) as held join account on account.id = held.account_id
    order by held.last_day, held.id limit ${take}`;
};

/** A page of the documents of all people that end, in the order in which they do, and their number up to 1,001. */
export async function listEnding(db: Queryable, query: EndingQuery, today: CalendarDate) {
  const { take, limit, after, search } = paginationOf(query);
  const found = search ? await findHolders(db, search) : undefined;
  const span = spanOf(query.within, today);
  const all = await placesWith(db, query.kind || undefined);
  const isMeant = (place: HeldIn) => sql<SqlBool>`${endsIn(place, span)}
    ${query.kind && !place.bases ? sql`and ${place.kind} = ${query.kind}` : sql``}
    ${found ? sql`and ${place.accountId} = any(${found.ids}::uuid[])` : sql``}`;
  const cursor = after === undefined ? undefined : await placeOf(db, after);
  const isGone = after !== undefined && cursor === undefined;
  const { rows } = isGone ? { rows: [] } : await firstEnding(all, isMeant, cursor, take).execute(db);
  const matching = {
    limit: (n: RawBuilder<number>) =>
      sql`select 1 from (${sql.join(
        all.map((place) => sql`(select 1 from ${rowsIn(place, isMeant(place), sql`limit ${n}`)})`),
        sql` union all `,
      )}) as ending limit ${n}`,
  };
  return { rows, limit, total: await totalOf(db, matching, { rows, limit, after }), isBounded: found?.isBounded };
}

/** A document whose holder is to be notified, so many days before its end. */
export type DueRow = EndingRow & { days: number };

/**
 * Documents of which a notice is due and was not sent, the first after a cursor in the order in which they end. The
 * notice that is due is the last of `steps`, in days before the end, that has been reached.
 *
 * @param steps the longest first.
 */
export async function listDue(
  db: Queryable,
  { today, steps }: { today: CalendarDate; steps: readonly number[] },
  page: { cursor: Cursor | undefined; take: number; accountId?: string },
): Promise<DueRow[]> {
  const shortestFirst = steps.toReversed();
  const stepOf = (lastDay: RawBuilder<CalendarDate | null>) => {
    const cases = shortestFirst.map(
      (days) => sql`when ${lastDay} <= ${addDays(today, days)}::date then ${sql.lit(days)}`,
    );
    return sql<number>`(case ${sql.join(cases, sql` `)} end)`;
  };
  const span = { from: today, to: addDays(today, steps[0] ?? 0) };
  const isMeant = (
    place: HeldIn,
  ) => sql<SqlBool>`${endsIn(place, span)} and not ${place.isNotified(stepOf(place.lastDay))}
    ${page.accountId ? sql`and ${place.accountId} = ${page.accountId}` : sql``}`;
  const { rows } = await firstEnding(endingSources, isMeant, page.cursor, page.take).execute(db);
  return rows.map((row) => {
    const left = daysUntil(row.lastDay, today);
    return { ...row, days: shortestFirst.find((days) => left <= days) ?? left };
  });
}
