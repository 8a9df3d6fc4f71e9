import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { type Question, questionIn } from './question.ts';

/** The checklists by which people can be judged, by name. */
export const offeredQuery = queryOptions({
  queryKey: ['checklists', 'offered'],
  queryFn: async () => (await call(checklists.listOffered)).data,
});

/** The question in the URL of a page, for its loader; undefined for none. */
export const questionAt = async (request: Request): Promise<Question | undefined> =>
  questionIn(new URL(request.url).searchParams, await preload(offeredQuery));

/** The verdict on the reader themself. */
export const ownVerdictQuery = ({ checklist, ...query }: Question) =>
  queryOptions({
    queryKey: ['fit-to-join', 'own', checklist, query],
    queryFn: async () => (await call(fitToJoin.own, { params: { id: checklist }, query })).data,
  });
