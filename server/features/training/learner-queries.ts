import type { LearnersQuery } from '@fairlead/contract/training/calls';
import { type RawBuilder, sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { onDays, pageInOrder, paginationOf, totalColumn, totalOf } from '../../platform/db/pagination.ts';
import { findPeople } from '../accounts/index.ts';
import { type CourseScope, within } from '../courses/index.ts';
import { isChargeable } from '../fees/index.ts';

const hasAttempt = (which: RawBuilder<boolean>) =>
  sql<boolean>`exists (select from attempt where attempt.enrolment_id = enrolment.id and ${which})`;
const hasPassed = hasAttempt(sql`attempt.passed`);
const hasHandedIn = hasAttempt(sql`attempt.submitted_at is not null`);
const hasCompleted = sql<boolean>`exists (
  select from training_completion where training_completion.enrolment_id = enrolment.id)`;

/** Conditions for the result of a learner's assessment: one passed attempt is a pass, whatever the others. */
const cameOut: Record<NonNullable<LearnersQuery['result']>, RawBuilder<boolean>> = {
  passed: hasPassed,
  failed: sql`(${hasHandedIn} and not ${hasPassed})`,
  none: sql`not ${hasHandedIn}`,
};

type Reading = { timeZone: string; scope: CourseScope; mayCharge: boolean };

/**
 * A page of learners approved for a course in the course scope, latest request first by default. Returns the rows (one
 * more than the limit if there is a next page) and the capped count.
 *
 * @param mayCharge whether the reader charges fees; for others nobody is chargeable.
 */
export async function listLearners(
  db: Queryable,
  courseId: string,
  { timeZone, scope, mayCharge, sort = 'newest', training, result, ...query }: LearnersQuery & Reading,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = db
    .selectFrom('enrolment')
    .where('enrolment.courseId', '=', courseId)
    .where(within(scope, 'enrolment.courseId'))
    .where('enrolment.status', '=', 'approved')
    .where('enrolment.supersededAt', 'is', null);
  const found = search ? await findPeople(db, search) : undefined;
  if (found) matching = matching.where(among('enrolment.accountId', found.ids));
  if (training) matching = matching.where(training === 'completed' ? hasCompleted : sql<boolean>`not ${hasCompleted}`);
  if (result) matching = matching.where(cameOut[result]);
  if (query.from || query.to) matching = matching.where(onDays(sql`enrolment.decided_at`, query, timeZone));
  const wanted = matching
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .leftJoin('trainingCompletion as completion', 'completion.enrolmentId', 'enrolment.id')
    .leftJoin('batch', 'batch.id', 'enrolment.batchId')
    .select([
      'enrolment.id',
      'enrolment.decidedAt',
      'account.id as accountId',
      'account.firstName',
      'account.lastName',
      'account.email',
      'completion.kind',
      'completion.completedAt',
      'batch.code as batchCode',
      'enrolment.batchId',
      (mayCharge ? isChargeable(sql`${courseId}::uuid`) : sql<boolean>`false`).as('isChargeable'),
    ]);
  const order = { id: sql<string>`enrolment.id`, way: sort === 'oldest' ? 'asc' : 'desc' } as const;
  const ids = matching.select('enrolment.id');
  // For the state of a training or a result, the ids are selected first, with index-only scans: those who have not come
  // so far are passed over without reading their rows.
  const page =
    training || result
      ? pageInOrder(wanted.where('enrolment.id', 'in', pageInOrder(ids, order, { after, take })), order, {
          after: undefined,
          take,
        })
      : pageInOrder(wanted, order, { after, take });
  const rows = await page.select(totalColumn(ids).as('total')).execute();
  // a page without rows is the first and only one, or lies behind the last
  const total = rows[0]?.total ?? (await totalOf(db, ids, { rows, limit, after }));
  return { rows, limit, total, isBounded: found?.isBounded };
}

export type LearnerRow = Awaited<ReturnType<typeof listLearners>>['rows'][number];
