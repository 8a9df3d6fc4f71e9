import type { AttemptReview, StaffAttempt } from '@fairlead/contract/assessments/attempts';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import { idNames, toWire } from '@fairlead/contract/platform/names';
import { fullName } from '../../accounts/index.ts';
import { kindOf } from '../kinds/kinds.ts';
import type { KeyedQuestion } from '../kinds/question-kind.ts';
import type { Stored } from '../kinds/stored.ts';
import type { OnPaper } from '../picture-queries.ts';
import { type LinkPicture, toPictures } from '../picture-wire.ts';
import { isShownExactly } from '../rules.ts';
import { type Submitted, toSubmittedAttempt } from '../wire.ts';

type Question = KeyedQuestion & OnPaper & { id: string; text: string };
type Answer = { questionId: string; selection: Stored | null; answeredAt: Date | null };

/** A question as it was shown. */
const toShown = ({ id, text, shown }: Question, link: LinkPicture) => ({
  _id: id,
  questionText: text,
  options: shown.options,
  ...toPictures(shown, link),
});

type Reviewed = Pick<Settings, 'review' | 'failedScore'> & {
  id: string;
  testTitle: string;
  submittedAt: Date;
  passed: boolean | null;
};

/** An attempt as its learner may see it, according to the assessment's review setting. */
export function toReview(
  attempt: Reviewed,
  { questions, answers, link }: { questions: readonly Question[]; answers: readonly Answer[]; link: LinkPicture },
): AttemptReview {
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  // With the correct answers shown, the exact score would be known.
  const { review, failedScore } = attempt;
  const showsKey = review === 'correct' && isShownExactly({ passed: attempt.passed === true, failedScore });
  return {
    _id: attempt.id,
    testTitle: attempt.testTitle,
    submittedAt: attempt.submittedAt.toISOString(),
    questions: questions.map((question) => ({
      ...toShown(question, link),
      ...kindOf(question).toReviewed(question, answerTo.get(question.id)?.selection ?? null, showsKey),
    })),
  };
}

type Whole = {
  questions: readonly Question[];
  answers: Parameters<typeof toSubmittedAttempt>[1];
  times: readonly Answer[];
  absences: StaffAttempt['absences'];
  regrades: {
    questionText: string;
    oldScore: number;
    newScore: number;
    gainedPass: boolean;
    at: Date;
  }[];
  link: LinkPicture;
  grant: { reason: string; grantedAt: Date; firstName: string; lastName: string } | undefined;
};

/** An attempt as staff see it, with test paper, answers and times. */
export function toStaffAttempt(
  attempt: Submitted & { version: number; deadline: Date | null },
  { questions, answers, times, absences, regrades, grant, link }: Whole,
): StaffAttempt {
  const timeOf = new Map(times.map((answer) => [answer.questionId, answer]));
  return {
    ...toSubmittedAttempt(attempt, answers),
    version: attempt.version,
    startedAt: attempt.startedAt.toISOString(),
    deadline: attempt.deadline?.toISOString() ?? null,
    questions: questions.map((question) => ({
      ...toShown(question, link),
      ...kindOf(question).toMarked(question, timeOf.get(question.id)?.selection ?? null),
      answeredAt: timeOf.get(question.id)?.answeredAt?.toISOString() ?? null,
    })),
    absences,
    regrades: toWire(idNames, regrades),
    reopened: grant ? { reason: grant.reason, by: fullName(grant), at: grant.grantedAt.toISOString() } : null,
  };
}
