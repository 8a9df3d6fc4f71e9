import { type Queryable, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireProfile } from '../../certificates/index.ts';
import { requireApprovedEnrolment } from '../../enrolments/index.ts';
import { findTrainingCompletion } from '../../training/index.ts';
import { getPaperHead, listAsked } from '../queries.ts';
import { type Begun, beginAttempt } from './begin-attempt.ts';
import { closeOverdueAttempt } from './close-attempt.ts';
import { paperLength } from './draw-paper.ts';
import { findValidResult, listPaper, savedSelections } from './queries.ts';

type Opening = { accountId: string; courseId: string; start: boolean };

/**
 * Who may sit the test of a course, apart from the limits of the test itself: the enrolment, and the result that counts
 * so far. Who has passed needs nothing more.
 *
 * @throws AppError `forbidden`, `not-found` and `not-yet` as `openPaper`.
 */
export async function requireMaySit(db: Queryable, { accountId, courseId }: Omit<Opening, 'start'>) {
  const enrolment = await requireApprovedEnrolment(db, accountId, courseId);
  if (!(await findTrainingCompletion(db, enrolment.id))) {
    throw new AppError('not-yet', 'Please submit the training first.');
  }
  const result = await findValidResult(db, enrolment.id);
  if (!result?.passed) await requireProfile(db, accountId);
  return { enrolment, result };
}

/**
 * Opens a course's assessment for its learner, or continues the open attempt. A learner who has passed gets the test
 * paper and the result, and no further attempt. An assessment with a time limit begins with `start`; until then, and
 * while no attempt may begin, its questions are not sent. Undefined while the course has no published assessment.
 *
 * @throws AppError `forbidden` when not approved for the course, `not-found`; `not-yet` before the training is
 * submitted, without a profile (a test paper that cannot be submitted is not sent), and for a start that is not allowed
 * (yet) or while a paper is aboard a ship; `over` at the moment at which the attempt's time ends; `too-many` for
 * attempts more often than a person can make them.
 */
export async function openPaper(platform: Pick<Platform, 'db' | 'config' | 'clock'>, opening: Opening) {
  const { db, clock } = platform;
  const found = await requireMaySit(db, opening);
  const { enrolment } = found;
  const begin = () => transaction(db, (tx) => beginAttempt(tx, { enrolment, start: opening.start, now: clock() }));
  let { result } = found;
  if (result?.passed) return passedPaper(db, result, enrolment.id);
  let begun = await begin();
  if (begun?.state === 'overdue') {
    await closeOverdueAttempt(platform, enrolment);
    result = await findValidResult(db, enrolment.id);
    if (result?.passed) return passedPaper(db, result, enrolment.id);
    begun = await begin();
  }
  // Still overdue: its time ran out at this very moment, and the next request closes it.
  if (begun?.state === 'overdue') throw new AppError('over', 'The time for this test is over.');
  return begun && { ...(await present(db, begun, enrolment.id)), result };
}

type Result = NonNullable<Awaited<ReturnType<typeof findValidResult>>>;

const passedPaper = async (db: Queryable, result: Result, enrolmentId: string) => ({
  head: await getPaperHead(db, result.versionId, enrolmentId),
  questions: await listPaper(db, result),
  attempt: null,
  sitting: null,
  result,
});

/** The test paper of an open attempt with its saved answers, or the conditions before one begins. */
async function present(db: Queryable, begun: Exclude<Begun, { state: 'overdue' }>, enrolmentId: string) {
  const { published, allowance } = begun;
  if (begun.state === 'waiting') {
    const questionCount = paperLength(await listAsked(db, published.versionId), published.draws);
    const sitting = { ...published, ...begun.allowance, questionCount };
    return { head: await getPaperHead(db, published.versionId, enrolmentId), questions: [], attempt: null, sitting };
  }
  const { attempt } = begun;
  const questions = await listPaper(db, attempt);
  return {
    head: await getPaperHead(db, attempt.versionId, enrolmentId),
    questions,
    attempt: { ...attempt, saved: await savedSelections(db, attempt.id) },
    sitting: allowance && { ...published, ...allowance, questionCount: questions.length },
  };
}
