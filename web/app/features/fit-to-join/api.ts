import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists } from '@fairlead/contract/fit-to-join/checklists';
import { queryOptions } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { call } from '../../lib/calls/api-client.ts';
import { preload } from '../../lib/calls/query-client.ts';
import { type Question, questionIn, questionToBeginWith, withQuestion } from './question.ts';

/** The checklists by which people can be judged, by name. */
export const offeredQuery = queryOptions({
  queryKey: ['checklists', 'offered'],
  queryFn: async () => (await call(checklists.listOffered)).data,
});

/**
 * The question in the URL of a page, for its loader; undefined without checklists. A page without a question, or with
 * one about a checklist that is archived since, is led to a question to begin with, so that it opens with an answer.
 */
export async function questionAt(request: Request): Promise<Question | undefined> {
  const lists = await preload(offeredQuery);
  const { pathname, searchParams } = new URL(request.url);
  const question = questionIn(searchParams);
  if (question && lists.some(({ _id }) => _id === question.checklist)) return question;
  const first = questionToBeginWith(searchParams, lists, new Date());
  if (first) throw redirect(`${pathname}?${withQuestion(searchParams, first)}`);
  return undefined;
}

/** The verdict on the reader themself. */
export const ownVerdictQuery = ({ checklist, ...query }: Question) =>
  queryOptions({
    queryKey: ['fit-to-join', 'own', checklist, query],
    queryFn: async () => (await call(fitToJoin.own, { params: { id: checklist }, query })).data,
  });
