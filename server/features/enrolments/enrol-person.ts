import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { invite } from '../accounts/index.ts';
import { justChanged, movePlaces } from '../batches/index.ts';
import { findCourse } from '../courses/index.ts';
import { chargeFee } from '../fees/index.ts';
import { admit } from './decide-enrolment.ts';
import { requireEligible } from './eligibility.ts';
import type { Answers } from './eligibility-rules.ts';
import { invitationToCourseEmail } from './email-templates.ts';
import { findLearner } from './queries.ts';
import { lockOwnEnrolment, openEnrolment } from './request-enrolment.ts';
import { judgeEnrolling } from './rules.ts';
import { tellEnrolled } from './tell-enrolled.ts';
import { factsOf } from './wire.ts';

type Enrolling = {
  accountId: string;
  courseId: string;
  /** The batch in which they get a seat; undefined for none. */
  batchId?: string | undefined;
  /** For what they lack of what the course requires. */
  answers: Answers;
  /** It counts for somebody without one in the profile. */
  birthDate?: CalendarDate | null;
  /** Whether the account was made in this transaction: the person is mailed the link of the invitation. */
  isNew?: boolean;
  actorId: string;
  ip: string;
};

/**
 * Enrols a person in a course on behalf of the academy, and emails them: as if they had requested it and been accepted.
 * A pending request is accepted, and keeps its seat unless it is given another one; a declined one is opened again with
 * its progress; a certificate that may be renewed is renewed. Somebody who is invited finds the course when they log in
 * for the first time. It does not say that anybody has checked the person's documents.
 *
 * @throws AppError `not-found` for a course or a learner that does not exist, `conflict` for a course that is not
 * active or an account that is disabled, `full` or `over` for the batch, `not-yet` for an account that is neither
 * approved nor invited, `exists` for somebody who is enrolled already, `stale` when the enrolment has just changed;
 * `not-eligible` for somebody who lacks what the course requires, or whom nobody has checked, without an answer.
 */
export async function enrolPerson(platform: Platform, enrolling: Enrolling): Promise<void> {
  const course = await findCourse(platform.db, enrolling.courseId);
  if (!course) throw notFound('There is no such course.');
  if (!course.isActive) throw new AppError('conflict', 'This course is not active. Activate it first.');
  await transaction(platform.db, async (tx) => {
    await enrolWithin(tx, platform, enrolling);
  });
}

/** The same as a part of a larger transaction, for a course that is active. Returns the id of the enrolment. */
export async function enrolWithin(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { accountId, courseId, batchId, answers, birthDate = null, isNew = false, actorId, ip }: Enrolling,
): Promise<string> {
  const { config, clock } = platform;
  const now = clock();
  const open = await lockOwnEnrolment(tx, { accountId, courseId, batchId }, { withPeople: true });
  const learner = await findLearner(tx, accountId);
  if (!learner) throw notFound('There is no such learner.');
  const { state } = learner;
  if (state === 'disabled') throw new AppError('conflict', 'This account is disabled.');
  if (state !== 'approved' && state !== 'invited') {
    throw new AppError('not-yet', 'This registration is not approved yet.');
  }
  const isRequested = open?.status === 'pending';
  const outcome = judgeEnrolling(open && factsOf(open), { today: dayAt(now, config.timeZone), now });
  if (outcome === 'already-approved') throw new AppError('exists', 'Already enrolled in this course.');
  const eligible = await requireEligible(tx, platform, { accountId, courseId, answers, birthDate });
  const enrolmentId = isRequested ? open.id : await openEnrolment(tx, { accountId, courseId, open, outcome, now });
  if (!enrolmentId) throw new AppError('stale', justChanged);
  if (batchId) {
    const own = tx
      .selectFrom('enrolment')
      .select(['id', 'courseId', 'batchId', 'seatedAt'])
      .where('id', '=', enrolmentId);
    await movePlaces(tx, platform, { enrolments: await own.execute(), batchId, as: 'seat' });
  }
  if (!isRequested) await chargeFee(tx, platform, enrolmentId);
  const details = { ...eligible, ...(!isRequested && { outcome }) };
  const action = { details, ...(!isRequested && { action: 'enrolment.enrol' }) };
  const admitted = await admit(tx, { enrolmentId, actorId, ip, ...action }, now);
  const { courseTitle: course, email, firstName } = admitted;
  if (isNew) {
    const invitation = { template: invitationToCourseEmail, values: { name: firstName, course } };
    await invite(tx, platform, { accountId, email, invitedBy: actorId, ...invitation });
  } else {
    await tellEnrolled(tx, platform, { learner: { ...admitted, state }, course, isRequested, actorId, ip });
  }
  return enrolmentId;
}
