import type { RequestsQuery } from '@fairlead/contract/enrolments/calls';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import { builtOnce } from '../../platform/db/built-once.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import {
  byMoment,
  type Counted,
  findBounded,
  onDays,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { findPeople, stateOf } from '../accounts/index.ts';
import { ownBatchOf } from '../batches/index.ts';
import { coursesTitled, practiceQuestionsOf, selectLearners, withFollowed } from '../courses/index.ts';
import { summaryOf } from '../fees/index.ts';
import { lacksDocument, openRequestsOf } from '../seafarers/index.ts';
import type { Earned } from './rules.ts';

/** The people and courses that a search for enrolments finds. */
export type FoundOwners = { people: string[]; courses: string[]; isBounded: boolean };

/**
 * The people whose name or email address matches, and the courses whose title matches. They are looked up first: their
 * number decides the fastest query for their enrolments, and a single condition over joined tables would read every row
 * (144 ms against 1 ms at 50,000).
 */
export async function findOwners(db: Queryable, search: Search): Promise<FoundOwners> {
  const people = await findPeople(db, search);
  const courses = await findBounded(coursesTitled(db, search).orderBy('course.id', 'desc'));
  return { people: people.ids, courses: courses.ids, isBounded: people.isBounded || courses.isBounded };
}

/**
 * Matches the rows of these people, or those of the courses that a search has found; if only one of them was found, the
 * query needs only one index.
 *
 * @param courseId the column with the course of a row, such as 'attempt.courseId'.
 */
export function ofOwners(
  ofPeople: RawBuilder<SqlBool>,
  courseId: string,
  { people, courses }: Pick<FoundOwners, 'people' | 'courses'>,
): RawBuilder<SqlBool> {
  if (courses.length === 0) return ofPeople;
  const [only, ...more] = courses;
  const ofCourses = more.length > 0 ? among(courseId, courses) : sql<SqlBool>`${sql.ref(courseId)} = ${only}`;
  return people.length === 0 ? ofCourses : sql<SqlBool>`(${ofPeople} or ${ofCourses})`;
}

/** Condition: the enrolment's current certificate. A corrected certificate is represented by its replacement. */
export const notCorrected = sql<SqlBool>`certificate.supersession is distinct from 'correction'`;

type EarnedJson = Earned & { id: string; refresherDue: CalendarDate | null };

/** The certificate of a row of `enrolment`; null where there is none. `withEarned` tells whether it was refreshed. */
const earned = sql<EarnedJson | null>`(
  select jsonb_build_object('id', certificate.id, 'status', certificate.status, 'expiresOn', certificate.expires_on,
    'refresherDue', certificate.refresher_due)
  from certificate where certificate.enrolment_id = enrolment.id and ${notCorrected})`;

/** Rows with what they have earned as it is today. */
export async function withEarned<Row extends { earned: EarnedJson | null }>(db: Queryable, rows: readonly Row[]) {
  const certificates = await withFollowed(
    db,
    rows.flatMap((row) => row.earned ?? []),
  );
  const byId = new Map(certificates.map((certificate) => [certificate.id, certificate]));
  return rows.map((row) => ({ ...row, earned: byId.get(row.earned?.id ?? '') ?? null }));
}

/** What the state of a row of `enrolment` depends on, besides its status, for `withEarned`; see `stateOf`. */
const stateColumns = [
  earned.as('earned'),
  hasRow(sql`training_completion where enrolment_id = enrolment.id`).as('trainingSubmitted'),
  hasRow(openRequestsOf('enrolment.accountId')).as('lacksDocument'),
] as const;

/** A learner's open enrolments with all that their state and next steps rest on. */
const ownStandings = (db: Queryable, accountId: string) =>
  db
    .selectFrom('enrolment')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .leftJoin('seafarerProfile as profile', 'profile.accountId', 'enrolment.accountId')
    .select([
      'enrolment.id',
      'enrolment.courseId',
      'enrolment.status',
      'enrolment.requestedAt',
      'enrolment.declinedAt',
      'enrolment.declineReason',
      'enrolment.declineNote',
      'enrolment.timesDeclined',
      'course.isActive as isOffered',
      'course.format as courseFormat',
      'profile.updatedAt as profileChangedAt',
      ownBatchOf('enrolment').as('batch'),
      sql<CalendarDate | null>`(select max(first_day) from batch
        where batch.course_id = enrolment.course_id and batch.state = 'open')`.as('lastOpenDay'),
      ...stateColumns,
    ])
    .where('enrolment.accountId', '=', accountId)
    .where('enrolment.supersededAt', 'is', null);

/** A learner's open enrolment for a course, which decides what a request for it means. */
export async function findOwnStanding(db: Queryable, accountId: string, courseId: string) {
  const rows = await ownStandings(db, accountId).where('enrolment.courseId', '=', courseId).execute();
  return (await withEarned(db, rows)).at(0);
}

/** A learner's open enrolments with what their next steps rest on, latest request first. */
export async function listOwnStandings(db: Queryable, accountId: string) {
  return withEarned(db, await selectOwnStandings(db, accountId));
}

const selectOwnStandings = builtOnce((db, accountId: string) =>
  ownStandings(db, accountId).orderBy('enrolment.requestedAt', 'desc').orderBy('enrolment.id', 'desc'),
);

export type StandingRow = Awaited<ReturnType<typeof listOwnStandings>>[number];

/**
 * The account of a learner, whose state says whether they may be enrolled; undefined for anybody else. It is locked
 * until the transaction ends: it can be neither disabled nor erased, and the caller may renew its invitation.
 */
export async function findLearner(tx: Tx, accountId: string) {
  const account = await tx
    .selectFrom('account')
    .select(['emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt', 'invitedAt'])
    .where('id', '=', accountId)
    .where('role', '=', 'learner')
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account && { state: stateOf(account) };
}

/** What the enrolment of several people in several courses rests on: their open enrolments there. */
export async function listOpenFacts(db: Queryable, accountIds: readonly string[], courseIds: readonly string[]) {
  const rows = await db
    .selectFrom('enrolment')
    .select(['id', 'accountId', 'courseId', 'status', 'batchId', 'seatedAt', ...stateColumns])
    .where(among('accountId', accountIds))
    .where(among('courseId', courseIds))
    .where('supersededAt', 'is', null)
    .execute();
  return withEarned(db, rows);
}

/** How far enrolments have come. Films that were removed from the course are not counted. */
const progressOf = (db: Queryable) =>
  db
    .selectFrom('enrolment')
    .leftJoin('trainingSet as set', 'set.courseId', 'enrolment.courseId')
    .leftJoin('film', (join) => join.onRef('film.setId', '=', 'set.id').on('film.removedAt', 'is', null))
    .leftJoin('watching', (join) =>
      join.onRef('watching.filmId', '=', 'film.id').onRef('watching.enrolmentId', '=', 'enrolment.id'),
    )
    .groupBy('enrolment.id')
    .select([
      'enrolment.id',
      (e) => e.fn.count<number>('film.id').as('filmsTotal'),
      sql<number>`count(*) filter (where film.kind = 'package')`.as('packagesTotal'),
      (e) => e.fn.count<number>('watching.completedAt').as('filmsCompleted'),
      sql<number>`coalesce(sum(film.duration_seconds), 0)`.as('totalSeconds'),
      // A film is complete once 95 per cent of it is watched, and counts in full from then on.
      sql<number>`coalesce(sum(case when watching.completed_at is not null then film.duration_seconds
        else least(coalesce(watching.watched_seconds, 0), film.duration_seconds) end), 0)`.as('watchedSeconds'),
      hasRow(sql`attempt where enrolment_id = enrolment.id and passed`).as('testPassed'),
    ]);

const withState = (db: Queryable) => progressOf(db).select(['enrolment.status', ...stateColumns]);
const selectProgress = builtOnce((db, ids: readonly string[]) =>
  withState(db).where(sql<SqlBool>`enrolment.id = any(${ids}::uuid[])`),
);

/** The progress of some enrolments, and what their state depends on. */
export async function listProgress(db: Queryable, enrolmentIds: readonly string[]) {
  if (enrolmentIds.length === 0) return [];
  // one id is compared by itself, which is another statement than the one that is built once (`among`)
  const isPage = enrolmentIds.length > 1;
  const rows = isPage
    ? await selectProgress(db, enrolmentIds)
    : await withState(db).where(among('enrolment.id', enrolmentIds)).execute();
  return withEarned(db, rows);
}

/**
 * A learner's open enrolments as they see them: what their next steps rest on, progress, practice and fee; for
 * `withEarned`.
 */
export const ownEnrolments = (db: Queryable, accountId: string) =>
  ownStandings(db, accountId)
    .innerJoin(
      progressOf(db)
        .where('enrolment.accountId', '=', accountId)
        .where('enrolment.supersededAt', 'is', null)
        .as('progress'),
      'progress.id',
      'enrolment.id',
    )
    .select(['filmsTotal', 'packagesTotal', 'filmsCompleted', 'totalSeconds', 'watchedSeconds', 'testPassed'])
    .select([
      practiceQuestionsOf('enrolment.courseId', sql.ref<string>('enrolment.id')).as('practiceQuestions'),
      summaryOf('enrolment.id').as('fee'),
    ]);

/** A learner's open enrolment for a course as they see it. */
export async function findOwnEnrolment(db: Queryable, accountId: string, courseId: string) {
  const rows = await ownEnrolments(db, accountId).where('enrolment.courseId', '=', courseId).execute();
  return (await withEarned(db, rows)).at(0);
}

/** A learner's open enrolments as they see them, latest request first. */
export async function listOwnEnrolments(db: Queryable, accountId: string) {
  return withEarned(db, await selectOwnEnrolments(db, accountId));
}

const selectOwnEnrolments = builtOnce((db, accountId: string) =>
  ownEnrolments(db, accountId).orderBy('enrolment.requestedAt', 'desc').orderBy('enrolment.id', 'desc'),
);

export type OwnRow = Awaited<ReturnType<typeof listOwnEnrolments>>[number];

const requested = sql<Date>`enrolment.requested_at`;

/** Condition: the request waits for the academy, and not for a document of its learner. */
export const waitsForAcademy = sql<SqlBool>`enrolment.status = 'pending' and enrolment.superseded_at is null
  and not ${lacksDocument('enrolment.accountId')}`;

/** Conditions for the requests of each state that the list can show. */
const inState: Record<NonNullable<RequestsQuery['state']>, RawBuilder<SqlBool>> = {
  requested: waitsForAcademy,
  'document-needed': sql`enrolment.status = 'pending' and enrolment.superseded_at is null
    and ${lacksDocument('enrolment.accountId')}`,
  declined: sql`enrolment.status = 'rejected' and enrolment.superseded_at is null`,
};

/**
 * A page of pending or declined requests with person and course, oldest first by default. Returns the rows (one more
 * than the limit if there is a next page) and the capped count.
 *
 * @param owners what `findOwners` finds for the search, where the caller has looked that up.
 */
export async function listRequests(
  db: Queryable,
  {
    timeZone,
    state = 'requested',
    sort = 'oldest',
    course,
    person,
    isCounted,
    owners,
    ...query
  }: Counted<RequestsQuery & { timeZone: string; owners?: Promise<FoundOwners> }>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db.selectFrom('enrolment').where(inState[state]);
  const found = search ? await (owners ?? findOwners(db, search)) : undefined;
  if (found) {
    matching = matching.where(ofOwners(among('enrolment.accountId', found.people), 'enrolment.courseId', found));
  }
  if (course) matching = matching.where('enrolment.courseId', '=', course);
  if (person) matching = matching.where('enrolment.accountId', '=', person);
  if (query.from || query.to) matching = matching.where(onDays(requested, query, timeZone));
  const wanted = matching
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      'enrolment.id',
      'enrolment.status',
      'enrolment.requestedAt',
      'enrolment.declinedAt',
      'enrolment.declineReason',
      'enrolment.declineNote',
      'enrolment.timesDeclined',
      hasRow(openRequestsOf('enrolment.accountId')).as('lacksDocument'),
      'account.id as accountId',
      'account.email',
      'account.firstName',
      'account.lastName',
      'course.id as courseId',
      'course.title',
      'course.description',
      'course.duration',
      'course.price',
      'course.category',
      ownBatchOf('enrolment').as('batch'),
      sql<number>`(select count(*)::int from enrolment as other where other.account_id = enrolment.account_id
        and other.id <> enrolment.id and other.status = 'pending' and other.superseded_at is null)`.as('alsoRequests'),
    ]);
  const order = { id: sql<string>`enrolment.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const narrowed = byMoment(order, query, { expression: requested, table: sql`enrolment` });
  // For given courses, the ids are selected first, with an index-only scan: where few of them are pending, the query
  // would otherwise read all pending requests.
  const page = pageInOrder(matching.select('enrolment.id'), narrowed, { after, take });
  const isOfCourses = course !== undefined || (found?.courses.length ?? 0) > 0;
  // Likewise for the requests of the few people who are asked for a document.
  const ofPage =
    isOfCourses || state === 'document-needed'
      ? pageInOrder(wanted.where('enrolment.id', 'in', page), narrowed, { after: undefined, take })
      : pageInOrder(wanted, narrowed, { after, take });
  const rows = await ofPage.execute();
  const total = await totalOf(db, matching.select('enrolment.id'), { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: found?.isBounded };
}

export type RequestRow = Awaited<ReturnType<typeof listRequests>>['rows'][number];

/** The tables in which a learner's or an instructor's use of an enrolment leaves rows. */
export const usesOfEnrolment = [
  'watching',
  'offlinePass',
  'trainingCompletion',
  'attempt',
  'shipTestPaper',
  'certificate',
  'attendance',
] as const;

/** Whether there is anything in any of `usesOfEnrolment`. */
export async function hasBegun(db: Queryable, enrolmentId: string): Promise<boolean> {
  const uses = usesOfEnrolment.map((name) => hasRow(sql`${sql.table(name)} where enrolment_id = ${enrolmentId}`));
  const { rows } = await sql<{ hasBegun: boolean }>`select true = any(array[${sql.join(uses)}]) as has_begun`.execute(
    db,
  );
  return rows[0]?.hasBegun === true;
}

/** Whether the row waits for a seat of its batch. */
export const isUnseated = sql<boolean>`(enrolment.batch_id is not null and enrolment.seated_at is null)`;

export const isInCancelledBatch = sql<boolean>`exists (
  select from batch where batch.id = enrolment.batch_id and batch.state = 'cancelled')`;

/**
 * The recipients of the emails about decisions on enrolments, with their courses; those that do not exist are left out.
 */
export const listAddressees = (db: Queryable, enrolmentIds: readonly string[]) =>
  selectLearners(db)
    .select([
      'enrolment.id',
      'enrolment.status',
      'enrolment.supersededAt',
      isUnseated.as('isUnseated'),
      isInCancelledBatch.as('isInCancelledBatch'),
    ])
    .where(among('enrolment.id', enrolmentIds))
    .orderBy('enrolment.id')
    .execute();
export type AddresseeRow = Awaited<ReturnType<typeof listAddressees>>[number];
