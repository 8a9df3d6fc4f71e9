import type { PaymentsQuery } from '@fairlead/contract/fees/calls';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  byMoment,
  type Counted,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { fullNameIn } from '../accounts/index.ts';
import { findEnrolments } from './queries.ts';

/** Whether an entry moved money; literally the condition of its partial indexes. */
const movedMoney = sql<SqlBool>`fee_entry.received_change_paise <> 0`;

const entryColumns = [
  'feeEntry.id',
  'feeEntry.enrolmentId',
  'feeEntry.kind',
  'feeEntry.amountPaise',
  'feeEntry.chargedChangePaise',
  'feeEntry.waivedChangePaise',
  'feeEntry.receivedChangePaise',
  'feeEntry.method',
  'feeEntry.reference',
  'feeEntry.happenedOn',
  'feeEntry.reason',
  'feeEntry.recordedAt',
  'feeEntry.ofEntryId',
  'feeEntry.billId',
] as const;

const documentColumns = [
  'feeDocument.id as documentId',
  'feeDocument.kind as documentKind',
  'feeDocument.number',
  'feeDocument.issuedOn',
  'feeDocument.totalPaise',
  'feeBill.number as billNumber',
] as const;

const selectEntries = (db: Queryable) =>
  db
    .selectFrom('feeEntry')
    .leftJoin('feeDocument', 'feeDocument.entryId', 'feeEntry.id')
    .leftJoin('feeBill', 'feeBill.id', 'feeEntry.billId')
    .leftJoin('account as colleague', 'colleague.id', 'feeEntry.recordedBy')
    .select([...entryColumns, ...documentColumns, fullNameIn('colleague').as('by')])
    .select([
      sql<boolean>`exists (
        select from fee_entry as later where later.of_entry_id = fee_entry.id and later.kind = 'reversed')`.as(
        'isReversed',
      ),
      sql<number>`coalesce((select sum(later.amount_paise) from fee_entry as later
        where later.of_entry_id = fee_entry.id and later.kind = 'refunded'), 0)`.as('refundedPaise'),
    ]);

/** The ledger of an enrolment, the oldest entry first. */
export const listEntries = (db: Queryable, enrolmentId: string) =>
  selectEntries(db).where('feeEntry.enrolmentId', '=', enrolmentId).orderBy('feeEntry.id').execute();
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export const findEntry = (db: Queryable, id: string) =>
  selectEntries(db).where('feeEntry.id', '=', id).executeTakeFirst();

/** An entry other than the charge, a proof, or a bill, of a fee; undefined when there is none. */
export const findUse = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('feeEntry')
    .select('id')
    .where('enrolmentId', '=', enrolmentId)
    .where('kind', '<>', 'due')
    .unionAll(tx.selectFrom('feeProof').select('id').where('enrolmentId', '=', enrolmentId))
    .unionAll(tx.selectFrom('feeBillLine').select('id').where('enrolmentId', '=', enrolmentId))
    .limit(1)
    .executeTakeFirst();

/** The sum cancelled and refunded of a fee since a moment, less the sum charged again, in paise. */
export async function sumTakenBack(tx: Tx, enrolmentId: string, since: Date): Promise<number> {
  const { taken } = await tx
    .selectFrom('feeEntry')
    .select(sql<number>`coalesce(-sum(charged_change_paise), 0)`.as('taken'))
    .where('enrolmentId', '=', enrolmentId)
    .where('recordedAt', '>=', since)
    .executeTakeFirstOrThrow();
  return taken;
}

/** What was cancelled of a fee by the latest such entry and not charged again since, in paise. */
export async function sumCancelled(tx: Tx, enrolmentId: string): Promise<number> {
  const entries = tx.selectFrom('feeEntry').where('enrolmentId', '=', enrolmentId);
  const last = entries.select(['id', 'amountPaise']).where('kind', '=', 'cancelled').orderBy('id', 'desc').limit(1);
  const cancelled = await last.executeTakeFirst();
  if (!cancelled) return 0;
  const { again } = await entries
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('again'))
    .where('kind', '=', 'due')
    .where('id', '>', cancelled.id)
    .executeTakeFirstOrThrow();
  return cancelled.amountPaise - again;
}

/** The entry that a client's id made; undefined when there is none yet. */
export const findRequested = (db: Queryable, requestId: string) =>
  db
    .selectFrom('feeEntry')
    .select(['enrolmentId', 'kind', 'amountPaise', 'ofEntryId', 'method', 'reference', 'reason', 'happenedOn'])
    .where('requestId', '=', requestId)
    .executeTakeFirst();

const entryId = sql<string>`fee_entry.id`;
const happened = { expression: sql<CalendarDate>`fee_entry.happened_on`, table: sql`fee_entry` };

/** A page of the entries that moved money, the newest first by default. */
export async function listPayments(
  db: Queryable,
  { sort = 'newest', method, kind, from, to, isCounted, ...query }: Counted<PaymentsQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectEntries(db)
    .innerJoin('enrolment', 'enrolment.id', 'feeEntry.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select(['account.id as accountId', 'account.email', 'account.firstName', 'account.lastName'])
    .select('course.title as courseTitle')
    .where(movedMoney);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (search && found) matching = matching.where(ofEither(found.ids, 'feeEntry.id', await findEntries(db, search)));
  if (method) matching = matching.where('feeEntry.method', '=', method);
  if (kind) matching = matching.where('feeEntry.kind', '=', kind);
  if (from) matching = matching.where('feeEntry.happenedOn', '>=', from);
  if (to) matching = matching.where('feeEntry.happenedOn', '<=', to);
  const order = byMoment({ id: entryId, way: sort === 'oldest' ? 'asc' : 'desc' }, { from, to }, happened);
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const counted = matching.clearSelect().select('feeEntry.id');
  return {
    rows,
    limit,
    total: await totalOf(db, counted, { rows, limit, after, isCounted }),
    isBounded: found?.isBounded,
  };
}
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>['rows'][number];

/** The entries with a reference, or whose document, or the bill that they settle, has a number. */
export async function findEntries(db: Queryable, search: Search): Promise<string[]> {
  const exactly = search.toUpperCase();
  const referred = db
    .selectFrom('feeEntry')
    .select('id')
    .where(sql<SqlBool>`upper(reference) = ${exactly} and reference <> ''`)
    .orderBy('id', 'desc')
    .limit(200);
  const numbered = db
    .selectFrom('feeDocument')
    .select('entryId as id')
    .where('number', '=', exactly)
    .where('entryId', 'is not', null)
    .$narrowType<{ id: string }>();
  const settling = db
    .selectFrom('feeEntry')
    .innerJoin('feeBill', 'feeBill.id', 'feeEntry.billId')
    .select('feeEntry.id as id')
    .where('feeBill.number', '=', exactly);
  const found = [...(await referred.execute()), ...(await numbered.union(settling).execute())];
  return found.map(({ id }) => id);
}

/** Rows of some enrolments, or with one of these ids; each half has its index. */
export const ofEither = (enrolmentIds: readonly string[], id: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  ids.length === 0
    ? among('feeEntry.enrolmentId', enrolmentIds)
    : sql<SqlBool>`(${among('feeEntry.enrolmentId', enrolmentIds)} or ${among(id, ids)})`;

/** What was received and paid back on a day, by method. */
export const sumTakings = (db: Queryable, day: CalendarDate) =>
  db
    .selectFrom('feeEntry')
    .select([
      sql<NonNullable<EntryRow['method']>>`method`.as('method'),
      sql<number>`count(*) filter (where received_change_paise > 0)`.as('payments'),
      sql<number>`count(*) filter (where received_change_paise < 0)`.as('returns'),
      sql<number>`coalesce(sum(received_change_paise) filter (where received_change_paise > 0), 0)`.as('paidPaise'),
      sql<number>`coalesce(-sum(received_change_paise) filter (where received_change_paise < 0), 0)`.as(
        'returnedPaise',
      ),
    ])
    .where('happenedOn', '=', day)
    .where(movedMoney)
    .groupBy('method')
    .orderBy('method')
    .execute();
