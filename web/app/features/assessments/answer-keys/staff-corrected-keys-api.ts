import { correctedKeys, type ResultUnderReview } from '@fairlead/contract/assessments/corrected-keys';
import { resultNames } from '@fairlead/contract/assessments/names';
import { mostAtOnce } from '@fairlead/contract/platform/decisions';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/calls/api-client.ts';
import { inPortions } from '../../../lib/calls/in-portions.ts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';

/** The corrected answer keys of an assessment, latest first. */
export const keyCorrectionsQuery = (testId: string) =>
  queryOptions({
    queryKey: ['tests', 'keys', testId],
    queryFn: async () => fromWire(idNames, (await call(correctedKeys.list, { params: { id: testId } })).data),
  });
export type KeyCorrection = Awaited<ReturnType<NonNullable<ReturnType<typeof keyCorrectionsQuery>['queryFn']>>>[number];

/** The results that a corrected answer key changed. */
export const useRegradedResults = (changeId: string) =>
  usePaginatedList(
    ['tests', 'regraded', changeId],
    correctedKeys.listResults,
    ({ data }) => fromWire(resultNames, data),
    { id: changeId },
  );
export type RegradedResult = ReturnType<typeof useRegradedResults>['items'][number];

/** A pass that the corrected answer key no longer gives. */
export type Pass = FromWire<typeof resultNames, ResultUnderReview>;

/**
 * Revokes the certificates of results under review, or lets the results stand; returns the outcome in words.
 *
 * @throws ApiError that names those which were refused, each with the reason, when there are any.
 */
export async function decideOnPasses(
  decision: 'revoke' | 'keep',
  passes: readonly Pass[],
  reason: string,
): Promise<string> {
  const found = await inPortions(passes, mostAtOnce, async (some) => {
    const body = { decision, reason, passes: some.map(({ id, score }) => ({ id, score })) };
    return (await call(correctedKeys.decide, { body })).data;
  });
  const refused = found.filter(({ ok }) => !ok);
  const done = `${found.length - refused.length} of ${found.length} ${decision === 'revoke' ? 'revoked' : 'kept'}.`;
  if (refused.length === 0) return done;
  const nameOf = new Map(passes.map(({ id, name }) => [id, name]));
  const reasons = refused.map(({ id, message }) => `${nameOf.get(id)}: ${message}`);
  throw new ApiError(409, { message: [done, ...reasons].join(' ') });
}

export async function refetchPasses(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['register'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  await queryClient.invalidateQueries({ queryKey: ['tests'] });
}
