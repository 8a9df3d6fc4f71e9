import type { KeyChange, RegradedResult, ResultUnderReview } from '@fairlead/contract/corrected-keys';
import { fullName } from '../../accounts/full-name.ts';
import { percentageOf } from '../pass-mark.ts';
import type { listKeyChanges, listRegradedResults } from './regrade-queries.ts';
import type { listResultsUnderReview } from './under-review-queries.ts';

type Person = { accountId: string; firstName: string; lastName: string; email: string };
const toUser = ({ accountId, email, ...name }: Person) => ({
  userId: accountId,
  userName: fullName(name),
  userEmail: email,
});

export const toKeyChange = (change: Awaited<ReturnType<typeof listKeyChanges>>[number]): KeyChange => ({
  _id: change.id,
  questionText: change.questionText,
  oldAnswer: change.oldAnswer,
  newAnswer: change.newAnswer,
  reason: change.reason,
  by: fullName(change),
  at: change.changedAt.toISOString(),
  regraded: change.regraded,
  gained: change.gained,
  below: change.below,
});

type Regraded = Awaited<ReturnType<typeof listRegradedResults>>['rows'][number];

export const toRegradedResult = ({ id, oldScore, newScore, totalQuestions, outcome, ...person }: Regraded) =>
  ({
    _id: id,
    ...toUser(person),
    oldScore,
    newScore,
    totalQuestions: totalQuestions ?? 0,
    outcome,
  }) satisfies RegradedResult;

type UnderReview = Awaited<ReturnType<typeof listResultsUnderReview>>['rows'][number];

export const toResultUnderReview = (pass: UnderReview): ResultUnderReview => {
  const [score, totalQuestions] = [pass.score ?? 0, pass.totalQuestions ?? 0];
  return {
    _id: pass.id,
    ...toUser(pass),
    testId: pass.testId,
    testTitle: pass.testTitle,
    courseTitle: pass.courseTitle,
    score,
    totalQuestions,
    percentage: percentageOf(score, totalQuestions),
    passMark: pass.passMark,
    certificateId: pass.certificateId,
    certNo: pass.certificateNumber,
    certificateStatus: pass.certificateStatus,
    since: pass.since.toISOString(),
    mendedBecause: pass.mendedBecause,
  };
};
