import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { holdTrainingCompletion } from '../../training/index.ts';
import { findAssessment } from '../queries.ts';
import { nextAttempt } from '../rules.ts';
import { requireAllowance, takeTurns } from './begin-attempt.ts';
import { closeAttempt, closedTest } from './close-attempt.ts';
import type { Drawn } from './draw-paper.ts';
import { selectionsOf } from './grading.ts';
import { requireMaySit } from './open-paper.ts';
import { dropAttempt, listPaper, listPastAttempts, lockOpenAttempt } from './queries.ts';

/** What was given somewhere else to a paper of `prepareAttempt`. */
export type Returned = {
  accountId: string;
  enrolmentId: string;
  courseId: string;
  assessmentId: string;
  versionId: string;
  paper: Drawn[] | null;
  startedAt: Date;
  submittedAt: Date;
  /** False when its time ran out. */
  isSubmitted: boolean;
  answers: readonly GivenAnswer[];
};

/**
 * Makes an attempt of a paper that was answered somewhere else, grades it and stores the result, by the rules of
 * `submitAssessment`; a question without an answer earns nothing. It is not counted against the rate limits of a
 * person: who may have such test papers is decided by staff.
 *
 * @returns the attempt's id.
 * @throws AppError as `submitAssessment`; `done` after a pass, `limit` and `not-yet` when no attempt was left or might
 * begin then.
 */
export async function gradeElsewhere(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  returned: Returned,
): Promise<string> {
  const { accountId, courseId, assessmentId, versionId, paper, startedAt, submittedAt, answers } = returned;
  // before the look at the result: two test papers of one enrolment may arrive together
  await takeTurns(tx, { id: returned.enrolmentId, accountId, courseId });
  const { enrolment, result } = await requireMaySit(tx, { accountId, courseId });
  if (enrolment.id !== returned.enrolmentId)
    throw new AppError('conflict', 'The paper belongs to an earlier enrollment.');
  if (!(await holdTrainingCompletion(tx, enrolment.id))) throw new AppError('over', closedTest);
  if (result?.passed) throw new AppError('done', 'This test was passed already.');
  const assessment = await findAssessment(tx, assessmentId);
  if (!assessment) throw new AppError('conflict', 'There is no such test any more.');
  const open = await lockOpenAttempt(tx, enrolment.id);
  if (open?.deadline) throw new AppError('conflict', 'This test was begun ashore meanwhile.');
  requireAllowance(nextAttempt(assessment, await listPastAttempts(tx, enrolment.id, assessmentId), startedAt));
  // one that was opened ashore and left: its learner has taken the test elsewhere
  if (open) await dropAttempt(tx, open.id);
  const values = { enrolmentId: enrolment.id, courseId, versionId, startedAt };
  await tx
    .insertInto('attempt')
    .values({ ...values, paper: paper && JSON.stringify(paper) })
    .execute();
  const attempt = await lockOpenAttempt(tx, enrolment.id);
  if (!attempt) throw new Error('an attempt is not there that was just inserted');
  const questions = await listPaper(tx, attempt);
  const selections = selectionsOf(questions, answers);
  const by = returned.isSubmitted ? { actorId: accountId } : null;
  await closeAttempt(tx, platform, { enrolment, attempt, questions, selections, submittedAt, by });
  return attempt.id;
}
