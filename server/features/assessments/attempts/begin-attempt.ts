import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { EnrolmentKey } from '../../enrolments/index.ts';
import { findPublished, listAsked } from '../queries.ts';
import { hasConditions, isOver, needsStart, nextAttempt } from '../rules.ts';
import { closeAttemptJob } from './close-attempt.ts';
import { countSitting } from './count-sitting.ts';
import { drawPaper, hasDrawing } from './draw-paper.ts';
import { dropAttempt, listPastAttempts, lockOpenAttempt, type OpenAttempt, requireNoPaperAboard } from './queries.ts';

type Published = NonNullable<Awaited<ReturnType<typeof findPublished>>>;
/** The number of attempts used, and whether another may begin. */
type Allowance = ReturnType<typeof nextAttempt>;

type Beginning = {
  enrolment: EnrolmentKey;
  /** Whether to start an assessment that needs an explicit start. */
  start: boolean;
  now: Date;
};
/** The attempt to continue, one that is overdue, or the conditions before the next one. */
export type Begun =
  | { state: 'overdue'; published: Published; attempt: OpenAttempt }
  /** The allowance of an assessment with a time limit or attempt limits; null for any other. */
  | { state: 'open'; published: Published; attempt: OpenAttempt; allowance: Allowance | null }
  | { state: 'waiting'; published: Published; allowance: Allowance };

/**
 * Continues the open attempt of an enrolment at its course's assessment, or begins one. An assessment with a time limit
 * begins only with an explicit start, and no attempt begins beyond the limits. Undefined while the course has no
 * published assessment.
 *
 * @throws AppError `not-yet` for a start that is not allowed (yet); `too-many` for attempts more often than a person
 * can make them.
 */
export async function beginAttempt(tx: Tx, { enrolment, start, now }: Beginning): Promise<Begun | undefined> {
  const open = await lockOpenAttempt(tx, enrolment.id);
  const published = await findPublished(tx, enrolment.courseId);
  if (!published) return undefined;
  if (open && isOver(open, now)) return { state: 'overdue', published, attempt: open };
  // before the look, so that no paper is sent aboard meanwhile
  if (!open || hasConditions(published)) await takeTurns(tx, enrolment);
  await requireNoPaperAboard(tx, enrolment.id, now);
  if (open?.assessmentId === published.id) {
    return { state: 'open', published, attempt: open, allowance: await findAllowance(tx, enrolment, published, now) };
  }
  // The assessment was replaced by another before the attempt was submitted: discard it, since the assessment is
  // withdrawn.
  if (open) await dropAttempt(tx, open.id);
  const allowance = await findAllowance(tx, enrolment, published, now);
  if (start) requireAllowance(allowance);
  else if (allowance && (needsStart(published) || !allowance.mayStart))
    return { state: 'waiting', published, allowance };
  return { state: 'open', published, attempt: await insertAttempt(tx, enrolment, { published, now }), allowance };
}

type At = { published: Published; now: Date };

/**
 * Draws the paper of an attempt that is made somewhere else: it becomes one when it comes back. The same rules decide
 * as for one that begins now.
 *
 * @throws AppError `conflict` when the assessment is not the published one of its course; `not-yet` while an attempt
 * with a time limit is open, and before the next may begin; `limit` without an attempt left.
 */
export async function prepareAttempt(
  tx: Tx,
  { enrolment, assessmentId, now }: Omit<Beginning, 'start'> & { assessmentId: string },
) {
  await takeTurns(tx, enrolment);
  const open = await lockOpenAttempt(tx, enrolment.id);
  const published = await findPublished(tx, enrolment.courseId);
  if (published?.id !== assessmentId) throw new AppError('conflict', 'This test is not published any more.');
  if (open?.deadline) throw new AppError('not-yet', 'An attempt at this test is open.');
  requireAllowance(await findAllowance(tx, enrolment, published, now));
  return { published, paper: await drawFor(tx, published) };
}

const drawFor = async (tx: Tx, published: Published) =>
  hasDrawing(published) ? drawPaper(await listAsked(tx, published.versionId), published) : null;

/** Locks the enrolment, so that opening the assessment in two tabs at once cannot begin an attempt beyond the limit. */
export const takeTurns = (tx: Tx, { id }: EnrolmentKey) =>
  tx.selectFrom('enrolment').select('id').where('id', '=', id).forUpdate().execute();

/** Null for an assessment without a time limit or attempt limits. */
async function findAllowance(tx: Tx, { id }: EnrolmentKey, published: Published, now: Date): Promise<Allowance | null> {
  if (!hasConditions(published)) return null;
  return nextAttempt(published, await listPastAttempts(tx, id, published.id), now);
}

export function requireAllowance(allowance: Allowance | null): void {
  if (!allowance || allowance.mayStart) return;
  throw allowance.nextAttemptAt
    ? new AppError('not-yet', 'You cannot start the next attempt yet.')
    : new AppError('limit', 'You have no attempts left at this test.');
}

async function insertAttempt(tx: Tx, enrolment: EnrolmentKey, { published, now }: At): Promise<OpenAttempt> {
  const { versionId, minutes } = published;
  const paper = await drawFor(tx, published);
  const deadline = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  const begun = await tx
    .insertInto('attempt')
    .values({
      enrolmentId: enrolment.id,
      courseId: enrolment.courseId,
      versionId,
      startedAt: now,
      deadline,
      paper: paper && JSON.stringify(paper),
    })
    // Of two concurrent requests, the second continues the attempt of the first.
    .onConflict((conflict) => conflict.column('enrolmentId').where('submittedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (begun) {
    const { id } = begun;
    const key = `${closeAttemptJob}:${id}`;
    if (deadline) {
      await countSitting(tx, enrolment.id, now);
      await enqueue(tx, closeAttemptJob, { attemptId: id }, { key, runAt: deadline });
    }
    const { id: assessmentId, passMark, failedScore, noteLeaving } = published;
    const sat = { versionId, assessmentId, passMark, failedScore, noteLeaving };
    return { id, enrolmentId: enrolment.id, startedAt: now, deadline, paper, revision: 0, ...sat };
  }
  const open = await lockOpenAttempt(tx, enrolment.id);
  if (!open) throw new AppError('done', 'The test has just been submitted. Please reload the page.');
  return open;
}
