import { batches } from '@fairlead/contract/batches/calls';
import { fitToJoin } from '@fairlead/contract/fit-to-join/calls';
import { checklists, type EditionInput } from '@fairlead/contract/fit-to-join/checklists';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage, downloadFile, type NamedFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import type { Question } from './question.ts';

/** All checklists of the academy, by name, archived ones last. */
export const checklistsQuery = queryOptions({
  queryKey: ['checklists', 'all'],
  queryFn: async () => (await call(checklists.list)).data,
});

/** A checklist with its editions, the newest first. */
export const checklistQuery = (id: string) =>
  queryOptions({
    queryKey: ['checklists', 'one', id],
    queryFn: async () => (await call(checklists.get, { params: { id } })).data,
  });

/** The checklists that come with the program. */
export const startingChecklistsQuery = queryOptions({
  queryKey: ['checklists', 'starting'],
  queryFn: async () => (await call(checklists.startingSets)).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Batches for a filter: the latest. */
export const batchFilterQuery = queryOptions({
  queryKey: ['batches', 'latest'],
  queryFn: async () => (await call(batches.list, { query: { limit: 50 } })).data,
});

/** The verdict on a person. */
export const personVerdictQuery = (personId: string, { checklist, ...query }: Question) =>
  queryOptions({
    queryKey: ['fit-to-join', 'person', personId, checklist, query],
    queryFn: async () => (await call(fitToJoin.person, { params: { id: checklist, personId }, query })).data,
  });

/** What changes from one edition to another, and for whom, a page of people after the other. */
export const differenceQuery = ({ checklist, ...question }: Question, from: number, to: number) =>
  infiniteQueryOptions({
    queryKey: ['fit-to-join', 'difference', checklist, question, from, to],
    queryFn: async ({ pageParam }) => {
      const query = { ...question, from, to, ...(pageParam && { after: pageParam }) };
      const page = await callPage(fitToJoin.difference, { params: { id: checklist }, query });
      return { ...page.reply.data, after: page.after };
    },
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
  });

/** The verdicts of a list of people, who are named by emails or INDoS numbers. */
export const judgeList = async ({ checklist, ...question }: Question, people: string[]) =>
  (await call(fitToJoin.judgeList, { params: { id: checklist }, body: { ...question, people } })).data;

/** The verdicts of a list of people as a file. */
export const downloadList = (
  { checklist, ...question }: Question,
  people: string[],
  format: 'pdf' | 'xlsx',
): Promise<NamedFile> =>
  downloadFile(
    fitToJoin.judgeList,
    { params: { id: checklist }, body: { ...question, people, format } },
    `fit-to-join.${format}`,
  );

/** The PDF of a page of verdicts, or of the verdict on one person. */
export const printVerdicts = (
  { checklist, ...question }: Question,
  which: Readonly<Record<string, string | undefined>>,
): Promise<NamedFile> =>
  downloadFile(fitToJoin.print, { params: { id: checklist }, query: { ...question, ...which } }, 'fit-to-join.pdf');

/** Creates a checklist; returns its id and the server's message. */
export async function createChecklist(name: string, body: Omit<EditionInput, 'seen'>) {
  const { data, message } = await call(checklists.create, { body: { name, ...body } });
  await refetchChecklists();
  return { id: data._id, message };
}

/** Adds an edition to a checklist; returns the server's message. */
export async function addEdition(id: string, body: EditionInput) {
  const { message } = await call(checklists.addEdition, { params: { id }, body });
  await refetchChecklists();
  return { id, message };
}

/** Archives a checklist, or restores it; returns the server's message. */
export const setArchived = async (id: string, archived: boolean) =>
  (await call(checklists.setArchived, { params: { id }, body: { archived } })).message;

/** Reads again what shows checklists, and verdicts by them. */
export async function refetchChecklists() {
  // also those that no page shows now: a loader takes what is there, such as the empty list before the first checklist
  await queryClient.invalidateQueries({ queryKey: ['checklists'], refetchType: 'all' });
  void queryClient.invalidateQueries({ queryKey: ['fit-to-join'] });
}
