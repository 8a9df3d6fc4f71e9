import { type SqlBool, sql } from 'kysely';
import { appendAudit } from '../../../platform/audit/append.ts';
import { dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getMostAbsentPercent, sendEmail } from '../../academy/index.ts';
import { fullName } from '../../accounts/index.ts';
import { type BatchRow, lockBatch } from '../../batches/index.ts';
import { attendanceEmail, completionWithdrawnEmail } from '../email-templates.ts';
import { listAttendees, listBatchesToComplete, listMarks, listMarksOf } from './queries.ts';
import { judge } from './rules.ts';

type With = Pick<Platform, 'config' | 'clock'>;
type Outcome = ReturnType<typeof judge>;
type Attendee = {
  id: string;
  courseId: string;
  courseTitle: string;
  email: string;
  firstName: string;
  lastName: string;
};

/**
 * Records that a learner attended the classes of a course, which opens its test, and emails them. Idempotent.
 *
 * @param actorId who marked it; null for the program itself.
 */
export async function recordAttendance(
  tx: Tx,
  { config, clock }: With,
  { id, courseId, courseTitle, ...learner }: Attendee,
  { actorId, ip }: { actorId: string | null; ip?: string },
): Promise<void> {
  const marked = await tx
    .insertInto('trainingCompletion')
    .values({ enrolmentId: id, kind: 'attendance', completedAt: clock(), markedBy: actorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('enrolmentId')
    .executeTakeFirst();
  if (!marked) return;
  const subject = { kind: 'enrolment', id };
  await appendAudit(tx, { actorId, action: 'training.mark-attendance', subject, ...(ip && { ip }) });
  await sendEmail(tx, config, attendanceEmail, {
    to: learner.email,
    values: { name: fullName(learner), course: courseTitle },
    url: `${config.publicUrl}/testPage/${courseId}`,
  });
}

/**
 * Takes back that a learner completed the training, where it is based on the attendance of their present batch and
 * nothing is based on it: no passed test, no certificate. What staff recorded for a whole course, and what was
 * completed before the learner came to the batch, stays. A test that they have begun cannot be submitted meanwhile.
 * They are emailed why, unless they are dropped, which is an email of its own. The caller has locked the completion.
 */
export async function withdrawCompletion(
  tx: Tx,
  { config }: Pick<With, 'config'>,
  { id: enrolmentId, courseTitle, ...learner }: Attendee,
  { outcome, mostAbsent, ...by }: { actorId: string; ip?: string; outcome: Outcome; mostAbsent: number },
): Promise<void> {
  const withdrawn = await tx
    .deleteFrom('trainingCompletion')
    .where('enrolmentId', '=', enrolmentId)
    .where('markedBy', 'is', null)
    .where(
      sql<SqlBool>`exists (select from enrolment where enrolment.id = training_completion.enrolment_id
        and enrolment.batch_asked_at <= training_completion.completed_at)`,
    )
    .where(
      sql<SqlBool>`not exists (select from attempt
        where attempt.enrolment_id = training_completion.enrolment_id and attempt.passed)`,
    )
    .where(
      sql<SqlBool>`not exists (select from certificate
        where certificate.enrolment_id = training_completion.enrolment_id)`,
    )
    .returning('kind')
    .executeTakeFirst();
  if (!withdrawn) return;
  const subject = { kind: 'enrolment', id: enrolmentId };
  await appendAudit(tx, { ...by, action: 'training.withdraw', subject, details: withdrawn });
  if (outcome.isDropped) return;
  await sendEmail(tx, config, completionWithdrawnEmail, {
    to: learner.email,
    values: {
      name: fullName(learner),
      course: courseTitle,
      attended: String(outcome.attended),
      total: String(outcome.total),
      mostAbsent: String(mostAbsent),
    },
    url: `${config.publicUrl}/UserCource`,
  });
}

/**
 * From the last day of a batch on: opens the test for everybody in it who has attended enough by the academy's rule,
 * and has watched the videos that the course has besides.
 */
export async function completeBatch(tx: Tx, platform: With, batch: BatchRow): Promise<void> {
  const { clock, config } = platform;
  if (batch.state === 'cancelled' || dayAt(clock(), config.timeZone) < batch.lastDay) return;
  const most = await getMostAbsentPercent(tx);
  const marksOf = Map.groupBy(await listMarks(tx, batch.id), ({ enrolmentId }) => enrolmentId);
  for (const attendee of await listAttendees(tx, batch.id)) {
    const isIn = attendee.batchId === batch.id && attendee.status === 'approved' && attendee.seatedAt !== null;
    if (!isIn || attendee.supersededAt || attendee.completedAt || attendee.hasUnwatchedFilms) continue;
    const marks = marksOf.get(attendee.id) ?? [];
    if (judge(batch, marks, most).isEnough) await recordAttendance(tx, platform, attendee, { actorId: null });
  }
}

/** Opens the tests of all batches that have come to their last day. Idempotent. */
export async function completeBatches({ db, ...platform }: With & Pick<Platform, 'db'>): Promise<void> {
  const today = dayAt(platform.clock(), platform.config.timeZone);
  for (const id of await listBatchesToComplete(db, today)) {
    await transaction(db, async (tx) => completeBatch(tx, platform, await lockBatch(tx, id)));
  }
}

/**
 * Why a learner who has watched the videos cannot submit the training yet: because of the classes that belong to it.
 * Undefined where none do, or enough of them were attended. Videos never complete a course of the classroom. The batch
 * stays locked, so that no mark is corrected meanwhile.
 */
export async function classesToAttend(
  tx: Tx,
  { clock, config }: With,
  { id, courseId }: { id: string; courseId: string },
): Promise<string | undefined> {
  const course = await tx.selectFrom('course').select('format').where('id', '=', courseId).executeTakeFirstOrThrow();
  if (course.format === 'classroom') {
    return 'This course is held in the classroom. The academy records your attendance there.';
  }
  const { batchId } = await tx.selectFrom('enrolment').select('batchId').where('id', '=', id).executeTakeFirstOrThrow();
  if (!batchId) {
    return course.format === 'both' ? 'This course has classes too. The academy tells you your dates.' : undefined;
  }
  const batch = await lockBatch(tx, batchId);
  if (dayAt(clock(), config.timeZone) < batch.lastDay) {
    return 'This course has classes too. You can submit on the last day of your classes.';
  }
  const marks = await listMarksOf(tx, { enrolmentId: id, batchId });
  const { isEnough } = judge(batch, marks, await getMostAbsentPercent(tx));
  return isEnough ? undefined : 'Your attendance of the classes is not complete. Please ask your instructor.';
}
