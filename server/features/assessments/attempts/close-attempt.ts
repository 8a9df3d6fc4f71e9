import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueCertificate } from '../../certificates/index.ts';
import type { EnrolmentKey } from '../../enrolments/index.ts';
import { holdTrainingCompletion } from '../../training/index.ts';
import { sumLater } from '../analysis/sum-results.ts';
import { selectionColumns } from '../kinds/stored.ts';
import { isPassed, percentageOf, scoreColumns } from '../pass-mark.ts';
import { isOver, isShownExactly, signsOfGuessing } from '../rules.ts';
import { changedAnswers, type GradedQuestion, type Grading, gradeSelections, type Selections } from './grading.ts';
import {
  dropAttempt,
  listPaper,
  listPastAttempts,
  lockOpenAttempt,
  type OpenAttempt,
  savedSelections,
} from './queries.ts';

/** Run by jobs.ts at an attempt's deadline. Payload: `{ attemptId }`. */
export const closeAttemptJob = 'close-attempt';

/** Why an attempt cannot go on whose learner's completion of the training was withdrawn. */
export const closedTest = 'This test is closed, because your attendance is not enough any more. We have emailed you.';

type Dependencies = Pick<Platform, 'config' | 'clock'>;
type Closing = {
  enrolment: EnrolmentKey;
  attempt: Pick<OpenAttempt, 'id' | 'assessmentId' | 'startedAt' | 'passMark' | 'failedScore'>;
  /** The questions of the attempt's test paper. */
  questions: readonly GradedQuestion[];
  selections: Selections;
  submittedAt: Date;
  /** Who submitted it, and from where, unless aboard a ship; null if its time ran out. */
  by: { actorId: string; ip?: string } | null;
};

/** Grades an open attempt, which its caller has locked, and stores the result. A pass issues the certificate. */
export async function closeAttempt(tx: Tx, dependencies: Dependencies, closing: Closing) {
  const { enrolment, attempt, questions, selections, submittedAt, by } = closing;
  const grading = gradeSelections(questions, selections);
  const { score, totalQuestions } = grading;
  const { id, passMark, failedScore } = attempt;
  const percentage = percentageOf(score, totalQuestions);
  const passed = isPassed(percentage, passMark);
  const signs = await findSigns(tx, closing, grading);
  const guessSigns = signs && JSON.stringify(signs);
  await storeGrading(tx, id, { ...grading, passed, submittedAt, guessSigns });
  await appendAudit(tx, {
    ...(by ?? { actorId: null }),
    action: by ? 'assessment.submit' : 'assessment.close',
    subject: { kind: 'attempt', id },
    // The learner's copy of their data contains these details, so they include the score only if the learner may see it
    // exactly.
    details: { ...(isShownExactly({ passed, failedScore }) && { score }), totalQuestions, passed },
  });
  if (passed) await issueCertificate(tx, dependencies, { enrolment, attemptId: id, percentage });
  return { id, score, totalQuestions, passed, passMark, failedScore, pdf: null };
}

/** Signs of guessing in the attempt, compared with earlier attempts at the same assessment. */
async function findSigns(tx: Tx, { enrolment, attempt, submittedAt }: Closing, { answers, totalQuestions }: Grading) {
  const past = await listPastAttempts(tx, enrolment.id, attempt.assessmentId);
  const selections: Selections[] = [new Map(answers.map(({ questionId, selection }) => [questionId, selection]))];
  // A first or second attempt does not have enough earlier ones to compare with.
  if (past.length > 1) for (const { id } of past.slice(0, 2)) selections.push(await savedSelections(tx, id));
  const changes = selections.slice(1).map((earlier, i) => changedAnswers(selections[i] ?? new Map(), earlier));
  const earlier = past.map((one) => one.submittedAt);
  return signsOfGuessing({ startedAt: attempt.startedAt, submittedAt }, totalQuestions, { earlier, changes });
}

/**
 * Closes an enrolment's open attempt if its time is over; the answers saved until then count. Returns whether it did;
 * of several concurrent calls, one does. An attempt of somebody whose completion of the training was withdrawn is
 * discarded.
 */
export async function closeOverdueAttempt(platform: Pick<Platform, 'db'> & Dependencies, enrolment: EnrolmentKey) {
  const { db, clock } = platform;
  return transaction(db, async (tx) => {
    const attempt = await lockOpenAttempt(tx, enrolment.id);
    if (!attempt?.deadline || !isOver(attempt, clock())) return false;
    if (!(await holdTrainingCompletion(tx, enrolment.id))) {
      await dropAttempt(tx, attempt.id);
      return true;
    }
    const questions = await listPaper(tx, attempt);
    const selections = await savedSelections(tx, attempt.id);
    const submittedAt = attempt.deadline;
    await closeAttempt(tx, platform, { enrolment, attempt, questions, selections, submittedAt, by: null });
    return true;
  });
}

async function storeGrading(
  tx: Tx,
  attemptId: string,
  { answers, score, ...result }: Grading & { passed: boolean; submittedAt: Date; guessSigns: string | null },
): Promise<void> {
  await tx
    .updateTable('attempt')
    .set({ ...result, ...scoreColumns(score) })
    .where('id', '=', attemptId)
    .execute();
  await tx
    .insertInto('attemptAnswer')
    .values(answers.map(({ questionId, selection }) => ({ attemptId, questionId, ...selectionColumns(selection) })))
    // An answer that was saved before and is unchanged keeps its time.
    .onConflict((conflict) =>
      conflict.columns(['attemptId', 'questionId']).doUpdateSet((e) => ({
        selectedOption: e.ref('excluded.selectedOption'),
        selection: e.ref('excluded.selection'),
        answeredAt: e
          .case()
          .when(
            e.and([
              e('attemptAnswer.selectedOption', 'is not distinct from', e.ref('excluded.selectedOption')),
              e('attemptAnswer.selection', 'is not distinct from', e.ref('excluded.selection')),
            ]),
          )
          .then(e.ref('attemptAnswer.answeredAt'))
          .else(null)
          .end(),
      })),
    )
    .execute();
  await sumLater(tx, attemptId);
}
