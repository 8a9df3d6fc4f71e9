import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueCertificate } from '../certificates/issue-certificate.ts';
import type { EnrolmentKey } from '../enrolments/policy.ts';
import { listPaper, lockOpenAttempt, type OpenAttempt, savedSelections } from './attempt-queries.ts';
import {
  type GradedQuestion,
  type Grading,
  gradeSelections,
  isOver,
  isPassed,
  percentageOf,
  type Selections,
} from './rules.ts';
import { sumLater } from './sum-results.ts';

/** Carried out by jobs.ts at an attempt's deadline. Payload: `{ attemptId }`. */
export const closeAttemptJob = 'close-attempt';

type Means = Pick<Platform, 'config' | 'clock'>;
type Closing = {
  enrolment: EnrolmentKey;
  attempt: Pick<OpenAttempt, 'id' | 'passMark'>;
  /** Those of its paper. */
  questions: readonly GradedQuestion[];
  selections: Selections;
  submittedAt: Date;
  /** Who handed it in; null when nobody did, and its time ran out. */
  by: { actorId: string; address: string } | null;
};

/** Grades an open attempt, which its caller has locked, and keeps the result. A pass issues the certificate. */
export async function closeAttempt(tx: Tx, means: Means, closing: Closing) {
  const { enrolment, attempt, questions, selections, submittedAt, by } = closing;
  const grading = gradeSelections(questions, selections);
  const { score, totalQuestions } = grading;
  const percentage = percentageOf(score, totalQuestions);
  const passed = isPassed(percentage, attempt.passMark);
  await storeGrading(tx, attempt.id, { ...grading, passed, submittedAt });
  await appendAudit(tx, {
    ...(by ?? { actorId: null }),
    action: by ? 'assessment.submit' : 'assessment.close',
    subject: { kind: 'attempt', id: attempt.id },
    details: { score, totalQuestions, passed },
  });
  if (passed) await issueCertificate(tx, means, { enrolment, attemptId: attempt.id, percentage });
  return { id: attempt.id, score, totalQuestions, passed, pdf: null };
}

/**
 * Closes an enrolment's open attempt when its time is over: what was saved until then counts. Gives whether it did;
 * of several that come to it at once, one does.
 */
export async function closeOverdueAttempt(platform: Pick<Platform, 'db'> & Means, enrolment: EnrolmentKey) {
  const { db, clock } = platform;
  return transaction(db, async (tx) => {
    const attempt = await lockOpenAttempt(tx, enrolment.id);
    if (!attempt?.deadline || !isOver(attempt, clock())) return false;
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
  { answers, ...result }: Grading & { passed: boolean; submittedAt: Date },
): Promise<void> {
  await tx.updateTable('attempt').set(result).where('id', '=', attemptId).execute();
  await tx
    .insertInto('attemptAnswer')
    .values(answers.map((answer) => ({ attemptId, ...answer })))
    // What was saved before and is still the answer keeps its time.
    .onConflict((conflict) =>
      conflict.columns(['attemptId', 'questionId']).doUpdateSet((e) => ({
        selectedOption: e.ref('excluded.selectedOption'),
        answeredAt: e
          .case()
          .when('attemptAnswer.selectedOption', 'is not distinct from', e.ref('excluded.selectedOption'))
          .then(e.ref('attemptAnswer.answeredAt'))
          .else(null)
          .end(),
      })),
    )
    .execute();
  await sumLater(tx, attemptId);
}
