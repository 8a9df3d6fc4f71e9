import { type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { byName, fullNameIn } from '../../accounts/index.ts';
import { selectLearners } from '../../courses/index.ts';

/** Whether the learner of the row is to watch films besides the classes, and has not watched them all. */
const hasUnwatchedFilms = sql<SqlBool>`(course.format <> 'classroom' and exists (
  select from training_set join film on film.set_id = training_set.id and film.removed_at is null
  where training_set.course_id = enrolment.course_id and not exists (select from watching
    where watching.film_id = film.id and watching.enrolment_id = enrolment.id and watching.completed_at is not null)))`;

const attendees = (db: Queryable) =>
  selectLearners(db)
    .leftJoin('trainingCompletion as completion', 'completion.enrolmentId', 'enrolment.id')
    .select([
      'enrolment.id',
      'enrolment.batchId',
      'enrolment.seatedAt',
      'enrolment.status',
      'enrolment.declineReason',
      'enrolment.supersededAt',
      'account.erasedAt',
      'completion.completedAt',
      sql<boolean>`${hasUnwatchedFilms}`.as('hasUnwatchedFilms'),
      sql<boolean>`exists (select from certificate where certificate.enrolment_id = enrolment.id)`.as('isCertified'),
    ]);
export type AttendeeRow = Awaited<ReturnType<typeof listAttendees>>[number];

/**
 * The people whose attendance of a batch is kept, by name: those who were approved with a seat, and all for whom
 * something was marked, also when they have left since.
 */
export const listAttendees = (db: Queryable, batchId: string) =>
  attendees(db)
    .where((e) =>
      e.or([
        e.and([
          e('enrolment.batchId', '=', batchId),
          e('enrolment.seatedAt', 'is not', null),
          e('enrolment.status', '=', 'approved'),
        ]),
        e.exists(
          e.selectFrom('attendance').whereRef('enrolmentId', '=', 'enrolment.id').where('batchId', '=', batchId),
        ),
      ]),
    )
    .orderBy(byName)
    .orderBy('enrolment.id')
    .execute();

/**
 * Locks the completed trainings of the people in a batch, after the batch. A test that is submitted at this moment is
 * waited for, so that what is read after this includes its certificate.
 */
export async function lockCompletions(tx: Tx, batchId: string): Promise<void> {
  await tx
    .selectFrom('trainingCompletion')
    .select('enrolmentId')
    .where('enrolmentId', 'in', tx.selectFrom('enrolment').select('id').where('batchId', '=', batchId))
    .orderBy('enrolmentId')
    .forUpdate()
    .execute();
}

/** All that was marked in a batch, in the order of the days. */
export const listMarks = (db: Queryable, batchId: string) =>
  db
    .selectFrom('attendance')
    .innerJoin('account as marker', 'marker.id', 'attendance.markedBy')
    .leftJoin('account as other', 'other.id', 'attendance.replacedBy')
    .select([
      'attendance.enrolmentId',
      'attendance.day',
      'attendance.half',
      'attendance.mark',
      'attendance.markedBy',
      'attendance.markedAt',
      'attendance.replacedMark',
      'attendance.replacedBy',
      fullNameIn('marker').$notNull().as('by'),
      fullNameIn('other').as('otherBy'),
    ])
    .where('attendance.batchId', '=', batchId)
    .orderBy('attendance.day')
    .orderBy('attendance.half', 'desc')
    .execute();
export type MarkRow = Awaited<ReturnType<typeof listMarks>>[number];

/** What was marked for one enrolment in its batch. */
export const listMarksOf = (db: Queryable, { enrolmentId, batchId }: Record<'enrolmentId' | 'batchId', string>) =>
  db
    .selectFrom('attendance')
    .select(['day', 'half', 'mark'])
    .where('enrolmentId', '=', enrolmentId)
    .where('batchId', '=', batchId)
    .execute();

/** Batches that have come to their last day, in which somebody approved has not completed the training. */
export const listBatchesToComplete = async (db: Queryable, today: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('batch')
    .select('batch.id')
    .where('batch.lastDay', '<=', today)
    .where('batch.state', '<>', 'cancelled')
    .where(
      sql<SqlBool>`exists (select from enrolment where enrolment.batch_id = batch.id and enrolment.status = 'approved'
        and enrolment.seated_at is not null and enrolment.superseded_at is null
        and exists (select from attendance where attendance.enrolment_id = enrolment.id)
        and not exists (select from training_completion where enrolment_id = enrolment.id))`,
    )
    .orderBy('batch.id')
    .execute();
  return rows.map(({ id }) => id);
};
