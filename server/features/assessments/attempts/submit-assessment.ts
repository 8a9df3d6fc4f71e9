import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireProfile } from '../../certificates/index.ts';
import { type EnrolmentKey, requireApprovedEnrolment } from '../../enrolments/index.ts';
import { holdTrainingCompletion } from '../../training/index.ts';
import { countPractice, findAssessment, noSuchTest } from '../queries.ts';
import { isOver, nextAttempt } from '../rules.ts';
import { closeAttempt, closedTest } from './close-attempt.ts';
import { countSitting } from './count-sitting.ts';
import { wholePaper } from './grading.ts';
import {
  findResult,
  findValidResult,
  listPaper,
  listPastAttempts,
  lockOpenAttempt,
  type OpenAttempt,
  requireNoPaperAboard,
  savedSelections,
} from './queries.ts';
import { listChanged, requireSeen } from './seen-answers.ts';

type Submission = {
  accountId: string;
  courseId: string;
  assessmentId: string;
  /** The attempt to submit, if the client knows it: submitting it twice then returns its result twice. */
  attemptId?: string | undefined;
  answers: readonly GivenAnswer[];
  /** The revision of the answers that the learner sees; undefined if the client does not say it. */
  revision: number | undefined;
  ip: string;
};

/**
 * Grades the learner's open attempt and stores the result. A pass and its certificate are one transaction. After the
 * deadline, the answers saved in time count, and those of the submission do not.
 *
 * @throws AppError `forbidden` when not approved for the course; `not-yet` without a profile, or when the attempt is
 * not open (any more), or a paper is aboard a ship, or it belongs to another assessment, or the completion of the
 * training was withdrawn; `invalid` if the answers do not cover the test paper; `stale` when they would replace some
 * that the learner does not see; `not-found`; `too-many` for submissions faster than a person makes them, which are not
 * graded.
 */
export async function submitAssessment(platform: Pick<Platform, 'db' | 'config' | 'clock'>, submission: Submission) {
  const { db, clock } = platform;
  const { accountId, courseId, assessmentId, attemptId, ...given } = submission;
  return transaction(db, async (tx) => {
    const enrolment = await requireApprovedEnrolment(tx, accountId, courseId);
    const assessment = await findAssessment(tx, assessmentId);
    if (assessment?.courseId !== courseId) throw noSuchTest();
    await requireProfile(tx, accountId);
    const open = await lockOpenAttempt(tx, enrolment.id);
    const result =
      attemptId && open?.id !== attemptId
        ? await getFormerResult(tx, enrolment.id, attemptId)
        : await handIn(tx, platform, { enrolment, open, assessmentId, given: { accountId, ...given } });
    return { ...result, next: result.passed ? null : await findNext(tx, enrolment, assessment, clock()) };
  });
}

type HandingIn = {
  enrolment: EnrolmentKey;
  open: OpenAttempt | undefined;
  assessmentId: string;
  given: Pick<Submission, 'accountId' | 'answers' | 'revision' | 'ip'>;
};

async function handIn(tx: Tx, platform: Pick<Platform, 'config' | 'clock'>, handingIn: HandingIn) {
  const { enrolment, open, assessmentId, given } = handingIn;
  const attempt = await requireOpenAttempt(tx, enrolment.id, open);
  if (attempt.assessmentId !== assessmentId) {
    throw new AppError('conflict', 'This test was replaced by another. Please reload the page.');
  }
  if (!(await holdTrainingCompletion(tx, enrolment.id))) throw new AppError('over', closedTest);
  const now = platform.clock();
  await requireNoPaperAboard(tx, enrolment.id, now);
  const late = isOver(attempt, now) ? attempt.deadline : null;
  const questions = await listPaper(tx, attempt);
  const selections = late ? await savedSelections(tx, attempt.id) : wholePaper(questions, given.answers);
  if (!late) {
    const view = { attemptId: attempt.id, seen: given.revision, current: attempt.revision };
    requireSeen(attempt.id, selections, await listChanged(tx, [view]));
  }
  // An attempt with a deadline was counted when it began.
  if (!attempt.deadline) await countSitting(tx, enrolment.id, now);
  const by = { actorId: given.accountId, ip: given.ip };
  return closeAttempt(tx, platform, { enrolment, attempt, questions, selections, submittedAt: late ?? now, by });
}

type Limits = Parameters<typeof nextAttempt>[0] & { id: string };

/** When the learner of a failed attempt may take the assessment again, according to its newest version. */
const findNext = async (tx: Tx, enrolment: EnrolmentKey, assessment: Limits, now: Date) => ({
  ...nextAttempt(assessment, await listPastAttempts(tx, enrolment.id, assessment.id), now),
  practiceQuestions: await countPractice(tx, enrolment.id),
});

/** The result of an attempt that is no longer open. */
async function getFormerResult(tx: Tx, enrolmentId: string, attemptId: string) {
  const result = await findResult(tx, enrolmentId, attemptId);
  if (!result)
    throw new AppError('conflict', 'This attempt is not yours, or was started again. Please reload the page.');
  return result;
}

/** Submissions of one attempt wait for the lock on its row; all but the first find it no longer open. */
async function requireOpenAttempt(tx: Tx, enrolmentId: string, open: OpenAttempt | undefined): Promise<OpenAttempt> {
  // Queried after the lock, to include what another submission did while this one waited.
  const standing = await findValidResult(tx, enrolmentId);
  if (open && !standing?.passed) return open;
  throw standing
    ? new AppError('done', 'This attempt was already submitted.')
    : new AppError('not-yet', 'Please open the test first.');
}
