import type { KeyCorrection, RegradedResult, ResultUnderReview } from '@fairlead/contract/assessments/corrected-keys';
import { resultNames } from '@fairlead/contract/assessments/names';
import { idNames, toWire } from '@fairlead/contract/platform/names';
import { fullName } from '../../accounts/index.ts';
import { percentageOf } from '../pass-mark.ts';
import type { listKeyChanges, listRegradedResults } from './regrade-queries.ts';
import type { listResultsUnderReview } from './under-review-queries.ts';

export const toKeyChange = (change: Awaited<ReturnType<typeof listKeyChanges>>[number]): KeyCorrection =>
  toWire(idNames, { ...change, by: fullName(change) });

type Regraded = Awaited<ReturnType<typeof listRegradedResults>>['rows'][number];

export const toRegradedResult = (result: Regraded): RegradedResult =>
  toWire(resultNames, { ...result, name: fullName(result), totalQuestions: result.totalQuestions ?? 0 });

type UnderReview = Awaited<ReturnType<typeof listResultsUnderReview>>['rows'][number];

export const toResultUnderReview = (pass: UnderReview): ResultUnderReview => {
  const [score, totalQuestions] = [pass.score ?? 0, pass.totalQuestions ?? 0];
  const percentage = percentageOf(score, totalQuestions);
  return toWire(resultNames, { ...pass, name: fullName(pass), score, totalQuestions, percentage });
};
