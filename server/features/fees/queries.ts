import type { FeesQuery } from '@fairlead/contract/fees/calls';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import {
  byMoment,
  type Counted,
  type Order,
  onDays,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { hasFees } from '../academy/index.ts';
import { byName, findPeople } from '../accounts/index.ts';

export const noSuchFee = () => notFound('There is no fee for this enrollment.');
export const noSuchEntry = () => notFound('There is no such payment.');
export const noSuchProof = () => notFound('There is no such proof of payment.');

const hasProof = sql<boolean>`exists (
  select from fee_proof where fee_proof.enrolment_id = fee.enrolment_id and fee_proof.state = 'waiting')`;

/** Whether a proof was sent of a fee; most have none, and then their proofs are not read. */
const hasAnyProof = sql<boolean>`exists (
  select from fee_proof where fee_proof.enrolment_id = fee.enrolment_id)`;

/** Whether a bill names a fee; most have none, and then their bills are not read. */
const hasBill = sql<boolean>`exists (
  select from fee_bill_line where fee_bill_line.enrolment_id = fee.enrolment_id)`;

const sums = ['fee.chargedPaise', 'fee.waivedPaise', 'fee.receivedPaise', 'fee.balancePaise'] as const;

const feesWithEnrolments = (db: Queryable) =>
  db.selectFrom('fee').innerJoin('enrolment', 'enrolment.id', 'fee.enrolmentId');

/** Fees with their person and course. */
const withOwners = (fees: ReturnType<typeof feesWithEnrolments>) =>
  fees
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      ...(['fee.enrolmentId as id', 'fee.reference', 'fee.chargedAt', ...sums] as const),
      ...(['fee.recipientName', 'fee.recipientAddress', 'fee.recipientGstin'] as const),
      ...(['fee.recipientState', 'fee.recipientSez'] as const),
      ...(['enrolment.accountId', 'enrolment.courseId', 'enrolment.status', 'enrolment.supersededAt'] as const),
      ...(['account.email', 'account.firstName', 'account.lastName'] as const),
      ...(['course.title as courseTitle', 'course.format as courseFormat'] as const),
      hasProof.as('hasProof'),
      hasAnyProof.as('hasAnyProof'),
      hasBill.as('hasBill'),
    ]);

const selectFees = (db: Queryable) => withOwners(feesWithEnrolments(db));

/** The fee of an enrolment, with its person and course. */
export const findFee = (db: Queryable, enrolmentId: string) =>
  selectFees(db).where('fee.enrolmentId', '=', enrolmentId).executeTakeFirst();
export type FeeRow = NonNullable<Awaited<ReturnType<typeof findFee>>>;

/** The fees of several enrolments, with their people and courses, in the order of the names. */
export const listFeesOf = (db: Queryable, enrolmentIds: readonly string[]): Promise<FeeRow[]> =>
  selectFees(db)
    .where(among('fee.enrolmentId', enrolmentIds))
    .orderBy(byName)
    .orderBy('course.title')
    .orderBy('fee.enrolmentId')
    .execute();

/** Whether the enrolment of a fee was declined, withdrawn or renewed, so that nothing of the fee may be left to pay. */
export const isOver = ({ status, supersededAt }: Pick<FeeRow, 'status' | 'supersededAt'>): boolean =>
  status === 'rejected' || supersededAt !== null;

/** @throws AppError `not-found`. */
export async function getFee(db: Queryable, enrolmentId: string): Promise<FeeRow> {
  const fee = await findFee(db, enrolmentId);
  if (!fee) throw noSuchFee();
  return fee;
}

/** The fees of a learner, the newest request first. */
export const listOwnFees = (db: Queryable, accountId: string) =>
  selectFees(db).where('enrolment.accountId', '=', accountId).orderBy('fee.enrolmentId', 'desc').execute();

/**
 * Where the fee of a row of `enrolment` stands; null without one, and while fees are switched off.
 *
 * @param enrolment the column with the enrolment's id.
 */
export const summaryOf = (enrolment: string) => sql<Summary | null>`(
  select jsonb_build_object('chargedPaise', charged_paise, 'waivedPaise', waived_paise, 'receivedPaise', received_paise,
    'balancePaise', balance_paise, 'hasProof', ${hasProof})
  from fee where fee.enrolment_id = ${sql.ref(enrolment)} and ${hasFees})`;

type Summary = Record<'chargedPaise' | 'waivedPaise' | 'receivedPaise' | 'balancePaise', number> & {
  hasProof: boolean;
};

/** Where the fees of some enrolments stand; none while fees are switched off. */
export async function listSummaries(db: Queryable, enrolmentIds: readonly string[]) {
  if (enrolmentIds.length === 0) return [];
  return db
    .selectFrom('fee')
    .select(['fee.enrolmentId as id', ...sums, hasProof.as('hasProof')])
    .where(among('fee.enrolmentId', enrolmentIds))
    .where(hasFees)
    .execute();
}

/**
 * Whether staff can charge a row of `enrolment`, joined with `account`: one without a fee, neither declined nor
 * renewed, of a course with a price and of somebody who is not erased. None while fees are switched off.
 *
 * @param courseId the course where it is the same for all rows, so that it is looked up once.
 */
export const isChargeable = (courseId: RawBuilder<string> = sql`enrolment.course_id`) => sql<boolean>`(${hasFees}
  and enrolment.status <> 'rejected' and enrolment.superseded_at is null and account.erased_at is null
  and ${hasRow(sql`course where id = ${courseId} and price > 0`)}
  and not ${hasRow(sql`fee where enrolment_id = enrolment.id`)})`;

/** Which of some enrolments staff can charge. */
export async function listChargeable(db: Queryable, enrolmentIds: readonly string[]): Promise<string[]> {
  if (enrolmentIds.length === 0) return [];
  const rows = await db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select('enrolment.id')
    .where(among('enrolment.id', enrolmentIds))
    .where(isChargeable())
    .execute();
  return rows.map(({ id }) => id);
}

/** What a search finds of fees: the enrolments of people whose name or email address matches, or of a reference. */
export async function findEnrolments(db: Queryable, search: Search) {
  const people = await findPeople(db, search);
  const theirs = db.selectFrom('enrolment').select('id').where(among('accountId', people.ids));
  const referred = db.selectFrom('fee').select('enrolmentId as id').where('reference', '=', search.toUpperCase());
  const found = await theirs.unionAll(referred).execute();
  return { ids: [...new Set(found.map(({ id }) => id))], isBounded: people.isBounded };
}

const feeId = sql<string>`fee.enrolment_id`;
const charged = { expression: sql<Date>`fee.charged_at`, table: sql`fee` };

/**
 * A page of the fees with something to pay, or of the others. Returns the rows (one more than the limit if there is a
 * next page) and the capped count.
 */
export async function listFees(
  db: Queryable,
  { timeZone, state = 'open', sort = 'oldest', course, isCounted, ...query }: Counted<FeesQuery & { timeZone: string }>,
) {
  const { take, limit, after, search } = paginationOf(query);
  // literally the conditions of the partial indexes
  const isOfState = state === 'open' ? sql<SqlBool>`fee.balance_paise > 0` : sql<SqlBool>`fee.balance_paise = 0`;
  let matching = feesWithEnrolments(db).where(isOfState);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (found) matching = matching.where(among('fee.enrolmentId', found.ids));
  if (course) matching = matching.where('enrolment.courseId', '=', course);
  if (query.from || query.to) matching = matching.where(onDays(charged.expression, query, timeZone));
  const order: Order = byMoment({ id: feeId, way: sort === 'oldest' ? 'asc' : 'desc' }, query, charged);
  const ids = matching.select('fee.enrolmentId as id');
  const wanted = withOwners(matching);
  // For a course, the ids are selected first, with index-only scans: where few of its fees match, the query would
  // otherwise read all enrolments (65 ms against 6 ms at 300,000).
  const ofPage = course
    ? pageInOrder(wanted.where('fee.enrolmentId', 'in', pageInOrder(ids, order, { after, take })), order, {
        after: undefined,
        take,
      })
    : pageInOrder(wanted, order, { after, take });
  const rows = await ofPage.execute();
  const total = await totalOf(db, ids, { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: found?.isBounded };
}
