import { checklists } from '@fairlead/contract/checklists';
import { fitToJoin } from '@fairlead/contract/fit-to-join';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/calls/api-client.ts';
import type { Question } from './question.ts';

/** The checklists of the academy, by name. */
export const checklistsQuery = queryOptions({
  queryKey: ['checklists', 'all'],
  queryFn: async () => (await call(checklists.list)).data,
});

/** The verdict on the reader themself. */
export const ownVerdictQuery = ({ checklist, ...query }: Question) =>
  queryOptions({
    queryKey: ['fit-to-join', 'own', checklist, query],
    queryFn: async () => (await call(fitToJoin.own, { params: { id: checklist }, query })).data,
  });
