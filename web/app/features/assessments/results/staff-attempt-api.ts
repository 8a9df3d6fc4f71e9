import { attempts } from '@fairlead/contract/assessments/attempts';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { questionNames, resultNames } from '@fairlead/contract/assessments/names';
import type { PartOf } from '@fairlead/contract/assessments/question-kinds';
import { fromWire } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** A submitted attempt with its paper, answers and times. */
export const attemptQuery = (id: string) =>
  queryOptions({
    queryKey: ['tests', 'attempt', id],
    queryFn: async () =>
      fromWire({ ...resultNames, ...questionNames }, (await call(attempts.get, { params: { id } })).data),
  });
export type AttemptSeen = Awaited<ReturnType<NonNullable<ReturnType<typeof attemptQuery>['queryFn']>>>;

/** Invalidates assessments, results and attempts after a change. */
export const refetchResults = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['tests'] });

/** Allows the learner of an attempt to take the assessment once more; returns the server's message. */
export async function reopenTest(id: string, reason: string): Promise<string> {
  const { message } = await call(attempts.reopen, { params: { id }, body: { reason } });
  return message;
}

/** Corrects the answer key of a question and grades again; returns the outcome. */
export async function correctAnswerKey(id: string, correction: PartOf<'correction'>, reason: string): Promise<string> {
  const { message, data } = await call(correctedKeys.correctKey, { params: { id }, body: { ...correction, reason } });
  const { regraded, gained } = data;
  const changed = regraded === 1 ? '1 score changed' : `${regraded} scores changed`;
  return `${message} ${changed}, ${gained} now passed.`;
}
