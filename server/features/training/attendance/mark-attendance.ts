import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectLearners } from '../../courses/index.ts';
import { hasFilms } from '../queries.ts';
import { noSuchEnrolment } from '../watch-record.ts';
import { recordAttendance } from './complete-attendance.ts';

type Attendance = { enrolmentId: string; actorId: string; ip: string };

/**
 * Staff confirm that a learner who is in no batch attended a course of the classroom, or one without films, which opens
 * its assessment; the learner is notified by email. Idempotent: a second call changes nothing and sends no email.
 *
 * @throws AppError `not-found`, `not-yet` when the enrolment is not approved, `conflict` when it is in a batch or has
 *   films.
 */
export async function markAttendance(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { enrolmentId, actorId, ip }: Attendance,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    const enrolment = await findEnrolment(tx, enrolmentId);
    if (!enrolment) throw noSuchEnrolment();
    if (enrolment.status !== 'approved') throw new AppError('not-yet', 'This enrollment is not approved.');
    if (enrolment.batchId) {
      throw new AppError('conflict', 'This learner is in a batch. Mark the attendance of its days there.');
    }
    if (enrolment.format !== 'classroom' && (await hasFilms(tx, enrolment.courseId))) {
      throw new AppError('conflict', 'This course has training videos, which the learner watches and submits.');
    }
    await recordAttendance(tx, platform, enrolment, { actorId, ip });
  });
}

const findEnrolment = (tx: Tx, id: string) =>
  selectLearners(tx)
    .select(['enrolment.id', 'enrolment.status', 'enrolment.batchId', 'course.format'])
    .where('enrolment.id', '=', id)
    .where('enrolment.supersededAt', 'is', null)
    .executeTakeFirst();
