import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCourse, noSuchCourse } from '../courses/queries.ts';
import { findOwnEnrolment } from './queries.ts';
import { judgeRequest, moves, type Outcome } from './rules.ts';
import { factsOf } from './wire.ts';

type Request = { accountId: string; courseId: string; ip: string };

const refusals: Partial<Record<Outcome, string>> = {
  'already-requested': 'You have already requested this course. Please wait for admin approval.',
  'already-approved': 'You are already enrolled in this course.',
  'declined-often': 'Your request was declined several times. You can ask again a week after the last time.',
};

/** Of concurrent requests one is inserted, and the others fail with this. */
const alreadyRequested = () => new AppError('conflict', refusals['already-requested'] ?? '');

/**
 * Requests a place in a course: the first time, again after a rejection, or to renew a certificate.
 *
 * @throws AppError `not-found` for a course that is not offered, `conflict` when it is requested or approved already,
 * or was declined so often that the learner has to wait.
 */
export async function requestEnrolment(
  { db, clock, config }: Platform,
  { accountId, courseId, ip }: Request,
): Promise<void> {
  const now = clock();
  const course = await findCourse(db, courseId);
  if (!course?.isActive) throw noSuchCourse();
  await transaction(db, async (tx) => {
    const open = await findOwnEnrolment(tx, accountId, courseId);
    const outcome = judgeRequest(open && factsOf(open), { today: dayAt(now, config.timeZone), now });
    const refusal = refusals[outcome];
    if (refusal) throw new AppError('conflict', refusal);
    if (open && outcome === 'renew') await close(tx, open.id, now);
    const id =
      open && outcome === 'reopen' ? await reopen(tx, open.id, now) : await openNew(tx, { accountId, courseId, now });
    const action = { action: 'enrolment.request', subject: { kind: 'enrolment', id }, details: { outcome }, ip };
    await appendAudit(tx, { actorId: accountId, ...action });
  });
}

async function openNew(
  tx: Tx,
  { accountId, courseId, now }: { accountId: string; courseId: string; now: Date },
): Promise<string> {
  const opened = await tx
    .insertInto('enrolment')
    .values({ accountId, courseId, requestedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'courseId']).where('supersededAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!opened) throw alreadyRequested();
  return opened.id;
}

async function reopen(tx: Tx, id: string, now: Date): Promise<string> {
  const reopened = await tx
    .updateTable('enrolment')
    .set({ status: moves.requestAgain.to, requestedAt: now, decidedAt: null, decidedBy: null })
    .where('id', '=', id)
    .where('status', 'in', moves.requestAgain.from)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!reopened) throw alreadyRequested();
  return reopened.id;
}

async function close(tx: Tx, id: string, now: Date): Promise<void> {
  const closed = await tx
    .updateTable('enrolment')
    .set({ supersededAt: now })
    .where('id', '=', id)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!closed) throw alreadyRequested();
}
