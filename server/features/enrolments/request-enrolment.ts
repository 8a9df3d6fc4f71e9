import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { justChanged, lockBatch, lockEnrolment, takePlace } from '../batches/index.ts';
import { findCourse, noSuchCourse } from '../courses/index.ts';
import { chargeFee } from '../fees/index.ts';
import { requireEligible } from './eligibility.ts';
import { findOwnStanding, type StandingRow } from './queries.ts';
import { judgeRequest, moves, type Outcome } from './rules.ts';
import { factsOf } from './wire.ts';

type Request = {
  accountId: string;
  courseId: string;
  /** The batch that they ask for; undefined for none. */
  batchId?: string | undefined;
  /** Whether they know that they lack what the course requires, and ask all the same. */
  knowsWhatIsMissing?: boolean | undefined;
  ip: string;
};

const refusals: Partial<Record<Outcome, string>> = {
  'already-requested': 'You have already requested this course. Please wait for admin approval.',
  'already-approved': 'You are already enrolled in this course.',
  'declined-often': 'Your request was declined several times. You can ask again a week after the last time.',
};

/**
 * Requests a place in a course: the first time, again after a rejection, or to renew a certificate. A pending request
 * without a batch can choose one, and anybody whose batch was cancelled another one. With a batch, the
 * request takes a free seat of it, or the next place on its waiting list.
 *
 * @throws AppError `not-found` for a course that is not offered, `exists` when it is requested or approved already,
 * `not-yet` when it was declined so often that the learner has to wait, `over` when the batch cannot be chosen any
 * more; `not-eligible` for somebody who does not know that they lack what the course requires.
 */
export async function requestEnrolment(
  platform: Platform,
  { accountId, courseId, batchId, knowsWhatIsMissing, ip }: Request,
): Promise<void> {
  const { db, clock, config } = platform;
  const now = clock();
  const course = await findCourse(db, courseId);
  if (!course?.isActive) throw noSuchCourse();
  await transaction(db, async (tx) => {
    const open = await lockOwnEnrolment(tx, { accountId, courseId, batchId });
    const outcome = judgeRequest(open && factsOf(open), { today: dayAt(now, config.timeZone), now, batchId });
    const refusal = refusals[outcome];
    if (refusal) throw new AppError(outcome === 'declined-often' ? 'not-yet' : 'exists', refusal);
    if (outcome !== 'choose-date' && !knowsWhatIsMissing) {
      // staff check in the documents what the academy does not record
      await requireEligible(tx, platform, { accountId, courseId, answers: { checked: true } });
    }
    const id = await openEnrolment(tx, { accountId, courseId, open, outcome, now });
    if (id === undefined) throw new AppError('exists', refusals['already-requested'] ?? '');
    const asked = batchId && (await takePlace(tx, platform, { enrolmentId: id, courseId, batchId }));
    if (outcome !== 'choose-date') await chargeFee(tx, platform, id);
    const details = { outcome, ...(asked && { batch: asked.batch.code, ...(!asked.isSeated && { waiting: true }) }) };
    const action = { action: 'enrolment.request', subject: { kind: 'enrolment', id }, details, ip };
    await appendAudit(tx, { actorId: accountId, ...action });
  });
}

/**
 * The open enrolment of an account for a course, locked with its batch and the one that is asked for; undefined when
 * there is none.
 *
 * @param withPeople whether the account is locked before the enrolment.
 *
 * @throws AppError `not-found` for a batch that does not exist, `stale` when the enrolment changes at this moment.
 */
export async function lockOwnEnrolment(
  tx: Tx,
  { accountId, courseId, batchId }: Pick<Request, 'accountId' | 'courseId' | 'batchId'>,
  { withPeople = false }: { withPeople?: boolean } = {},
): Promise<StandingRow | undefined> {
  const before = await tx
    .selectFrom('enrolment')
    .select('id')
    .where('accountId', '=', accountId)
    .where('courseId', '=', courseId)
    .where('supersededAt', 'is', null)
    .executeTakeFirst();
  if (!before && !batchId) return undefined;
  if (before) await lockEnrolment(tx, before.id, { toBatchId: batchId, withPeople });
  else if (batchId) await lockBatch(tx, batchId);
  const open = await findOwnStanding(tx, accountId, courseId);
  if (open?.id !== before?.id) throw new AppError('stale', justChanged);
  return open;
}

type Opening = {
  accountId: string;
  courseId: string;
  /** The open enrolment of before, if there is one. */
  open: StandingRow | undefined;
  outcome: Outcome;
  now: Date;
};

/**
 * Makes the pending enrolment that a request leads to, if it is not refused: a new row, or that of a request that was
 * declined, or is pending and chooses a batch.
 *
 * @returns its id; undefined when a concurrent request came first.
 */
export async function openEnrolment(tx: Tx, { open, outcome, ...request }: Opening): Promise<string | undefined> {
  if (open && outcome === 'choose-date') return open.id;
  if (open && outcome === 'reopen') return reopen(tx, open.id, request.now);
  if (open && outcome === 'renew' && !(await close(tx, open.id, request.now))) return undefined;
  return openNew(tx, request);
}

async function openNew(
  tx: Tx,
  { accountId, courseId, now }: Pick<Opening, 'accountId' | 'courseId' | 'now'>,
): Promise<string | undefined> {
  const opened = await tx
    .insertInto('enrolment')
    .values({ accountId, courseId, requestedAt: now })
    .onConflict((conflict) => conflict.columns(['accountId', 'courseId']).where('supersededAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return opened?.id;
}

async function reopen(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  const reopened = await tx
    .updateTable('enrolment')
    .set({ status: moves.requestAgain.to, requestedAt: now, decidedAt: null, decidedBy: null })
    // the batch of the earlier request is over for it
    .set({ batchId: null, batchAskedAt: null, seatedAt: null })
    .where('id', '=', id)
    .where('status', 'in', moves.requestAgain.from)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return reopened?.id;
}

async function close(tx: Tx, id: string, now: Date): Promise<boolean> {
  const closed = await tx
    .updateTable('enrolment')
    .set({ supersededAt: now })
    .where('id', '=', id)
    .where('supersededAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}
