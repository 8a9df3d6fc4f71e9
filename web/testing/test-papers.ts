import type { AttemptReview } from '@fairlead/contract/assessments/attempts';
import type { Paper, Result } from '@fairlead/contract/assessments/calls';
import { courseOf } from './courses.ts';
import { idOf, moment, questions } from './records.ts';

/** The test page of the course of the test papers. */
export const testPath = `/testPage/${courseOf()._id}`;

/** A test paper as a learner has it: started, without a deadline, and with no answer yet. */
export const paperOf = (part: Partial<Paper> = {}): Paper => ({
  _id: idOf('30000000'),
  courseId: courseOf()._id,
  courseTitle: 'HAZMAT',
  title: 'HAZMAT: test',
  passMark: 60,
  questions: questions.map(({ correctAnswer: _, topic: __, ...question }) => question),
  result: null,
  practiceQuestions: 0,
  attempt: attemptOf(null),
  sitting: null,
  ...part,
});

/** An attempt that has begun, with so many seconds left, or null for as long as one likes. */
export const attemptOf = (secondsLeft: number | null): NonNullable<Paper['attempt']> => ({
  _id: idOf('20000000'),
  startedAt: moment,
  secondsGone: 0,
  secondsLeft,
  noteLeaving: false,
  answers: [],
  revision: 0,
});

export const resultOf = (passed: boolean): Result => ({
  _id: idOf('20000000'),
  score: passed ? 2 : 0,
  totalQuestions: 2,
  percentage: passed ? 100 : 0,
  percentageBelow: null,
  passed,
  regraded: null,
  weakTopics: [],
});

/** The review of a submitted paper; without questions where the test shows only the score. */
export const reviewOf = (reviewed: AttemptReview['questions'] = []): AttemptReview => ({
  _id: idOf('20000000'),
  testTitle: '',
  submittedAt: moment,
  questions: reviewed,
});
