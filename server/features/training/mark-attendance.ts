import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/send-email.ts';
import { fullName } from '../accounts/full-name.ts';
import { attendanceEmail } from './email-templates.ts';
import { hasFilms } from './queries.ts';
import { noSuchEnrolment } from './watch-record.ts';

type Attendance = { enrolmentId: string; actorId: string; ip: string };

/**
 * Staff confirm that a learner attended a course without films, which opens its assessment; the learner is notified by
 * email. Idempotent: a second call changes nothing and sends no email.
 *
 * @throws AppError `not-found`, `conflict` when the enrolment is not approved or the course has films to watch.
 */
export async function markAttendance(
  { db, config, clock }: Pick<Platform, 'db' | 'config' | 'clock'>,
  { enrolmentId, actorId, ip }: Attendance,
): Promise<void> {
  await transaction(db, async (tx) => {
    const enrolment = await findEnrolment(tx, enrolmentId);
    if (!enrolment) throw noSuchEnrolment();
    if (enrolment.status !== 'approved') throw new AppError('conflict', 'This enrollment is not approved.');
    if (await hasFilms(tx, enrolment.courseId)) {
      throw new AppError('conflict', 'This course has training videos, which the learner watches and submits.');
    }
    const marked = await tx
      .insertInto('trainingCompletion')
      .values({ enrolmentId, kind: 'attendance', completedAt: clock(), markedBy: actorId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('enrolmentId')
      .executeTakeFirst();
    if (!marked) return;
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { actorId, action: 'training.mark-attendance', subject, ip });
    await sendEmail(tx, config, attendanceEmail, {
      to: enrolment.email,
      values: { name: fullName(enrolment), course: enrolment.courseTitle },
      url: `${config.publicUrl}/testPage/${enrolment.courseId}`,
    });
  });
}

const findEnrolment = (tx: Tx, id: string) =>
  tx
    .selectFrom('enrolment')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      'enrolment.status',
      'enrolment.courseId',
      'account.email',
      'account.firstName',
      'account.lastName',
      'course.title as courseTitle',
    ])
    .where('enrolment.id', '=', id)
    .where('enrolment.supersededAt', 'is', null)
    .executeTakeFirst();
