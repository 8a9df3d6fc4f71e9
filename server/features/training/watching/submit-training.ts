import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasTest } from '../../courses/index.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { hasProfile } from '../../seafarers/index.ts';
import { classesToAttend } from '../attendance/complete-attendance.ts';
import { findTraining, findTrainingCompletion, listFilmsWatched } from '../queries.ts';

/**
 * Submits a course's training as done, which opens its assessment. Idempotent: a second submission changes nothing,
 * even if films were added in between.
 *
 * @param by who submits it; null for the program itself, for somebody at sea.
 * @returns whether the learner can take the test of the course now.
 * @throws AppError `not-found`, `forbidden` when not approved for the course, `not-yet` while a film is incomplete,
 * `conflict` without films, or while the classes that belong to the course were not attended.
 */
export async function submitTraining(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  { accountId, trainingId, by }: { accountId: string; trainingId: string; by: { actorId: string | null; ip?: string } },
): Promise<boolean> {
  const { db, clock } = platform;
  return transaction(db, async (tx) => {
    const training = await findTraining(tx, trainingId);
    if (!training) throw notFound('There is no such training.');
    const enrolment = await requireApprovedEnrolment(tx, accountId, training.courseId);
    // it can be taken with a profile alone
    const opensTest = async () => (await hasTest(tx, training.courseId)) && hasProfile(tx, accountId);
    if (await findTrainingCompletion(tx, enrolment.id)) return opensTest();
    const films = await listFilmsWatched(tx, trainingId, enrolment.id);
    if (films.length === 0) throw new AppError('conflict', 'No training video available for this course.');
    const left = films.filter(({ completedAt }) => completedAt === null);
    if (left.length > 0) {
      const isPackage = left.every(({ kind }) => kind === 'package');
      throw new AppError(
        'not-yet',
        `Please ${isPackage ? 'complete every package' : 'watch every video to its end'} first.`,
      );
    }
    const missing = await classesToAttend(tx, platform, enrolment);
    if (missing) throw new AppError('conflict', missing);
    const submitted = await tx
      .insertInto('trainingCompletion')
      .values({ enrolmentId: enrolment.id, kind: 'films', completedAt: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('enrolmentId')
      .executeTakeFirst();
    // Of two concurrent calls, the second finds the row that the first inserted.
    if (!submitted) return opensTest();
    const subject = { kind: 'enrolment', id: enrolment.id };
    await appendAudit(tx, { ...by, action: 'training.submit', subject });
    return opensTest();
  });
}
