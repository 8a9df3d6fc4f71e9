import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { EnrolmentKey } from '../enrolments/policy.ts';
import { dropAttempt, listPastAttempts, lockOpenAttempt, type OpenAttempt } from './attempt-queries.ts';
import { closeAttemptJob } from './close-attempt.ts';
import { drawPaper, hasDrawing } from './draw-paper.ts';
import { findPublished, listQuestions } from './queries.ts';
import { isOver, needsStart, nextAttempt } from './rules.ts';

export type Published = NonNullable<Awaited<ReturnType<typeof findPublished>>>;
/** How many attempts somebody has had, and whether another may begin. */
type Allowance = ReturnType<typeof nextAttempt>;

type Beginning = {
  enrolment: EnrolmentKey;
  /** Whether a test that is begun by its learner's word is to be begun. */
  start: boolean;
  now: Date;
};
/** The attempt to go on with, one whose time is over, or what stands before the next. */
export type Begun =
  | { state: 'open' | 'overdue'; published: Published; attempt: OpenAttempt }
  | { state: 'waiting'; published: Published; allowance: Allowance };

/**
 * Goes on with the attempt that an enrolment has open at its course's test, or begins one. A test with a clock or a
 * limit waits for the start. Undefined while the course has no published test.
 *
 * @throws AppError `conflict` for a start that is not allowed (yet).
 */
export async function beginAttempt(tx: Tx, { enrolment, start, now }: Beginning): Promise<Begun | undefined> {
  const open = await lockOpenAttempt(tx, enrolment.id);
  const published = await findPublished(tx, enrolment.courseId);
  if (!published) return undefined;
  if (open && isOver(open, now)) return { state: 'overdue', published, attempt: open };
  if (open?.assessmentId === published.id) return { state: 'open', published, attempt: open };
  // The test was replaced by another before anything was submitted: nobody need sit one that was withdrawn.
  if (open) await dropAttempt(tx, open.id);
  if (needsStart(published)) {
    const allowance = await findAllowance(tx, enrolment, { published, now });
    if (!start) return { state: 'waiting', published, allowance };
    demandAllowance(allowance);
  }
  return { state: 'open', published, attempt: await insertAttempt(tx, enrolment, { published, now }) };
}

type At = { published: Published; now: Date };

/** Who starts in two tabs at once takes turns here, so that no attempt is begun beside the limit. */
async function findAllowance(tx: Tx, enrolment: EnrolmentKey, { published, now }: At): Promise<Allowance> {
  await tx.selectFrom('enrolment').select('id').where('id', '=', enrolment.id).forUpdate().execute();
  return nextAttempt(published, await listPastAttempts(tx, enrolment.id, published.id), now);
}

function demandAllowance({ mayStart, nextAttemptAt }: Allowance): void {
  if (mayStart) return;
  throw new AppError(
    'conflict',
    nextAttemptAt ? 'The next attempt has to wait a while.' : 'You have no attempts left at this test.',
  );
}

async function insertAttempt(tx: Tx, enrolment: EnrolmentKey, { published, now }: At): Promise<OpenAttempt> {
  const { versionId, minutes } = published;
  const paper = hasDrawing(published) ? drawPaper(await listQuestions(tx, [versionId]), published) : null;
  const deadline = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  const begun = await tx
    .insertInto('attempt')
    .values({
      ...{ enrolmentId: enrolment.id, courseId: enrolment.courseId, versionId },
      ...{ startedAt: now, deadline, paper: paper && JSON.stringify(paper) },
    })
    // Of two openings at once, the second goes on with the attempt of the first.
    .onConflict((conflict) => conflict.column('enrolmentId').where('submittedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (begun) {
    const { id } = begun;
    const key = `${closeAttemptJob}:${id}`;
    if (deadline) await enqueue(tx, closeAttemptJob, { attemptId: id }, { key, runAt: deadline });
    const { id: assessmentId, passMark, noteLeaving } = published;
    const sat = { versionId, assessmentId, passMark, noteLeaving };
    return { id, enrolmentId: enrolment.id, startedAt: now, deadline, paper, ...sat };
  }
  const open = await lockOpenAttempt(tx, enrolment.id);
  if (!open) throw new AppError('conflict', 'The test was submitted in this very moment. Please load the page again.');
  return open;
}
