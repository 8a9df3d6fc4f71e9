import { type BatchesQuery, mostNextDates, type OwnBatch } from '@fairlead/contract/batches/calls';
import { type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import { builtOnce } from '../../platform/db/built-once.ts';
import type { Queryable } from '../../platform/db/database.ts';
import {
  type Counted,
  matches,
  type Order,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { notFound } from '../../platform/errors.ts';
import { byName } from '../accounts/index.ts';
import { type CourseScope, coursesTitled, within } from '../courses/index.ts';

/** Whether a row of `enrolment` is in its batch at all, with a seat or on the waiting list. */
const isIn = (enrolment: string) =>
  sql<SqlBool>`(${sql.ref(`${enrolment}.status`)} <> 'rejected' and ${sql.ref(`${enrolment}.supersededAt`)} is null)`;

/** Whether it holds a seat: a pending request holds one too, so that nobody is promised a seat that another has. */
export const holdsSeat = (enrolment: string) =>
  sql<SqlBool>`(${sql.ref(`${enrolment}.seatedAt`)} is not null and ${isIn(enrolment)})`;

/** Whether it is on the waiting list. */
export const isWaiting = (enrolment: string) =>
  sql<SqlBool>`(${sql.ref(`${enrolment}.seatedAt`)} is null and ${isIn(enrolment)})`;

const countOf = (condition: typeof holdsSeat) =>
  sql<number>`(select count(*)::int from enrolment where enrolment.batch_id = batch.id and ${condition('enrolment')})`;

/** The place of a row on the waiting list of its batch, from 1; null with a seat, and for somebody who is not in it. */
const placeOnList = (enrolment: string) => sql<number | null>`case when ${isWaiting(enrolment)} then (
  select count(*)::int from enrolment as other
  where other.batch_id = ${sql.ref(`${enrolment}.batchId`)} and ${isWaiting('other')}
    and (other.batch_asked_at, other.id) <= (${sql.ref(`${enrolment}.batchAskedAt`)}, ${sql.ref(`${enrolment}.id`)}))
  end`;

/**
 * The batch of a row of `enrolment` as its learner sees it.
 *
 * @param enrolment the table or its alias.
 */
export const ownBatchOf = (enrolment: string) => sql<OwnBatch | null>`(
  select jsonb_build_object('_id', batch.id, 'code', batch.code, 'firstDay', batch.first_day, 'lastDay', batch.last_day,
    'restDays', batch.rest_days, 'startsAt', batch.starts_at, 'endsAt', batch.ends_at, 'venue', batch.venue,
    'isCancelled', batch.state = 'cancelled', 'waiting', ${placeOnList(enrolment)})
  from batch where batch.id = ${sql.ref(`${enrolment}.batchId`)} and ${isIn(enrolment)})`;

const selectBatches = (db: Queryable) =>
  db
    .selectFrom('batch')
    .innerJoin('course', 'course.id', 'batch.courseId')
    .leftJoin('account as instructor', 'instructor.id', 'batch.instructorId')
    .selectAll('batch')
    .select([
      'course.title as courseTitle',
      'course.format as courseFormat',
      'instructor.firstName',
      'instructor.lastName',
      countOf(holdsSeat).as('taken'),
      countOf(isWaiting).as('waiting'),
    ]);

/** A batch with its course, its instructor and the numbers of people in it. */
export type BatchRow = Awaited<ReturnType<typeof getBatch>>;

export const noSuchBatch = () => notFound('There is no such batch.');

/** @throws AppError `not-found`. */
export async function getBatch(db: Queryable, id: string) {
  const batch = await selectBatches(db).where('batch.id', '=', id).executeTakeFirst();
  if (!batch) throw noSuchBatch();
  return withRestDays(batch);
}

const withRestDays = <Row extends { restDays: unknown }>(row: Row) => ({
  ...row,
  restDays: row.restDays as CalendarDate[],
});

const searchText = sql<string>`(batch.code || ' ' || batch.venue)`;

/** The ids of batches whose number, venue or course matches; each half uses an index. */
const batchesMatching = (db: Queryable, search: Search) =>
  db
    .selectFrom('batch')
    .select('batch.id')
    .where(matches(searchText, search))
    .union(db.selectFrom('batch').select('batch.id').where('batch.courseId', 'in', coursesTitled(db, search)));

const id = sql<string>`batch.id`;
const orders: Record<NonNullable<BatchesQuery['sort']>, Order> = {
  newest: { id, way: 'desc' },
  oldest: { id, way: 'asc' },
  firstDay: { id, way: 'asc', by: { expression: sql`batch.first_day`, table: sql`batch` } },
};

type Listing = Counted<BatchesQuery & { today: CalendarDate; teacherId: string }>;

/**
 * A page of the batches of courses in the course scope, the newest first by default. Returns the rows (one more than
 * the limit if there is a next page) and the capped count.
 *
 * @param teacherId the account that `teaching: 'me'` means.
 */
export async function listBatches(
  db: Queryable,
  scope: CourseScope,
  { sort = 'newest', course, phase, state, teaching, from, to, today, teacherId, isCounted, ...query }: Listing,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectBatches(db).where(within(scope, 'batch.courseId'));
  if (search) matching = matching.where('batch.id', 'in', batchesMatching(db, search));
  if (course) matching = matching.where('batch.courseId', '=', course);
  if (state) matching = matching.where('batch.state', '=', state);
  if (teaching) matching = matching.where('batch.instructorId', '=', teacherId);
  if (phase === 'upcoming') matching = matching.where('batch.firstDay', '>', today);
  if (phase === 'over') matching = matching.where('batch.lastDay', '<', today);
  if (phase === 'running') {
    matching = matching.where('batch.firstDay', '<=', today).where('batch.lastDay', '>=', today);
  }
  if (from) matching = matching.where('batch.lastDay', '>=', from);
  if (to) matching = matching.where('batch.firstDay', '<=', to);
  const rows = await pageInOrder(matching, orders[sort], { after, take }).execute();
  const total = await totalOf(db, matching.clearSelect().select('batch.id'), { rows, limit, after, isCounted });
  return { rows: rows.map(withRestDays), limit, total };
}

/**
 * The batches with a day between two days, at most `limit`, the soonest first: all in the scope, or those of a teacher.
 */
export async function listBatchesBetween(
  db: Queryable,
  {
    from,
    to,
    scope = 'all',
    teacherId,
    limit,
  }: {
    from: CalendarDate;
    to: CalendarDate;
    scope?: CourseScope;
    teacherId?: string;
    limit: number;
  },
) {
  const rows = await selectBatches(db)
    .where(within(scope, 'batch.courseId'))
    .$if(teacherId !== undefined, (all) => all.where('batch.instructorId', '=', teacherId ?? ''))
    .where('batch.lastDay', '>=', from)
    .where('batch.firstDay', '<=', to)
    .orderBy('batch.firstDay')
    .orderBy('batch.startsAt')
    .orderBy('batch.id')
    .limit(limit)
    .execute();
  return rows.map(withRestDays);
}

/** The batches of some courses that are not over, and those with one of these numbers. */
export async function listBatchesOf(
  db: Queryable,
  courseIds: readonly string[],
  { codes, today }: { codes: readonly string[]; today: CalendarDate },
) {
  const numbers = codes.map((code) => code.toLowerCase());
  const rows = await selectBatches(db)
    .where(among('batch.courseId', courseIds))
    .where(sql<SqlBool>`(batch.last_day >= ${today} or lower(batch.code) = any(${numbers}::text[]))`)
    .execute();
  return rows.map(withRestDays);
}

/** How many dates of a course its public page lists. */
const shownDates = 12;

/**
 * The open batches of a course that begin after today, the soonest first; none of a course that is held online only, or
 * is not active.
 */
export async function listDates(db: Queryable, courseId: string, today: CalendarDate) {
  const rows = await selectDates(db, courseId, today);
  return rows.map(withRestDays);
}

const selectOpen = (db: Queryable, today: CalendarDate) =>
  selectBatches(db)
    .where('course.isActive', '=', true)
    .where('course.format', '<>', 'online')
    .where('batch.state', '=', 'open')
    .where('batch.firstDay', '>', today)
    .orderBy('batch.firstDay')
    .orderBy('batch.id');

const selectDates = builtOnce((db, courseId: string, today: CalendarDate) =>
  selectOpen(db, today).where('batch.courseId', '=', courseId).limit(sql.lit(shownDates)),
);

/** The same of all courses, at most `mostNextDates`, with a free seat: nobody waits for one. */
export async function listNextDates(db: Queryable, today: CalendarDate) {
  const rows = await selectNextDates(db, today);
  return rows.map(withRestDays);
}

const selectNextDates = builtOnce((db, today: CalendarDate) =>
  selectOpen(db, today)
    .where('batch.seats', '>', countOf(holdsSeat))
    .where(countOf(isWaiting), '=', sql.lit(0))
    .limit(sql.lit(mostNextDates)),
);

const people = (db: Queryable) =>
  db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select([
      'enrolment.id',
      'enrolment.status',
      'enrolment.seatedAt',
      sql<Date>`coalesce(enrolment.batch_asked_at, enrolment.requested_at)`.as('askedAt'),
      sql<boolean>`${isIn('enrolment')}`.as('isIn'),
      'account.id as accountId',
      'account.email',
      'account.firstName',
      'account.lastName',
    ]);

/** The people of a batch: with a seat by name, then the waiting list in its order, then those who left. */
export const listRoster = (db: Queryable, batchId: string) =>
  people(db)
    .select(placeOnList('enrolment').as('waiting'))
    .where('enrolment.batchId', '=', batchId)
    .orderBy(sql`case when ${holdsSeat('enrolment')} then 0 when ${isIn('enrolment')} then 1 else 2 end`)
    .orderBy(sql`case when enrolment.seated_at is null then enrolment.batch_asked_at end`)
    .orderBy(byName)
    .orderBy('enrolment.id')
    .execute();
export type RosterRow = Awaited<ReturnType<typeof listRoster>>[number];

/** How many people without a batch are listed. */
const shownUnplaced = 200;

/**
 * People with a request for the course or a place in it, who are in no batch and have not completed it; oldest first.
 */
export const listUnplaced = (db: Queryable, courseId: string) =>
  people(db)
    .select(sql<number | null>`null::int`.as('waiting'))
    .where('enrolment.id', 'in', unplacedIds(db, courseId))
    .orderBy('enrolment.id')
    .execute();

/** Their ids are selected first, by an index-only scan, since those who have completed the course are passed over. */
const unplacedIds = (db: Queryable, courseId: string) =>
  db
    .selectFrom('enrolment')
    .select('enrolment.id')
    .where('enrolment.courseId', '=', courseId)
    .where(isIn('enrolment'))
    .where('enrolment.batchId', 'is', null)
    .where(sql<SqlBool>`not exists (select from training_completion where enrolment_id = enrolment.id)`)
    .orderBy('enrolment.id')
    .limit(shownUnplaced);

const addressees = (db: Queryable, batchId: string) =>
  db
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .select(['enrolment.id', 'enrolment.status', 'account.email', 'account.firstName', 'account.lastName'])
    .where('enrolment.batchId', '=', batchId);

/** The people in a batch with their email addresses: those with a seat, and the waiting list. */
export const listAddressees = (db: Queryable, batchId: string) =>
  addressees(db, batchId).where(isIn('enrolment')).orderBy('enrolment.id').execute();

/** The first on the waiting list of a batch with their email addresses, in their order; at most `limit`. */
export const listNextWaiting = (db: Queryable, batchId: string, limit: number) =>
  addressees(db, batchId)
    .where(isWaiting('enrolment'))
    .orderBy('enrolment.batchAskedAt')
    .orderBy('enrolment.id')
    .limit(limit)
    .execute();

/** Whether a colleague is assigned to a course as its instructor, and can log in. */
export async function isInstructorOf(db: Queryable, { courseId, accountId }: Record<'courseId' | 'accountId', string>) {
  const found = await db
    .selectFrom('courseInstructor')
    .innerJoin('account', 'account.id', 'courseInstructor.accountId')
    .select('account.id')
    .where('courseInstructor.courseId', '=', courseId)
    .where('account.id', '=', accountId)
    .where('account.disabledAt', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}
