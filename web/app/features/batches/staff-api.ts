import { type BatchInput, batches } from '@fairlead/contract/batches/calls';
import { attendance } from '@fairlead/contract/training/attendance';
import type { ExportFormat } from '@fairlead/contract/values/shapes';
import { queryOptions } from '@tanstack/react-query';
import { call, download, downloadFile, type NamedFile } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import type { Calendar } from '../accounts/own-account/calendar-link.tsx';
import { type Batch, batchOf, type RosterEntry, rosterEntryOf } from './staff-wire.ts';

const batchKey = (id: string) => ['batches', 'one', id];

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: batchKey(id),
    queryFn: async () => batchOf((await call(batches.get, { params: { id } })).data),
  });

/** The people of a batch. */
export const rosterQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'roster', id],
    queryFn: async () => (await call(batches.roster, { params: { id } })).data.map(rosterEntryOf),
  });

/** The people of the batch's course who are in no batch. */
export const unplacedQuery = (id: string) =>
  queryOptions({
    queryKey: ['batches', 'unplaced', id],
    queryFn: async () => (await call(batches.listUnplaced, { params: { id } })).data.map(rosterEntryOf),
  });

/** The batches with a day in a month, YYYY-MM, and whether there are more than a calendar shows. */
export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: ['batches', 'month', month],
    queryFn: async () => {
      const { data } = await call(batches.listMonth, { query: { month } });
      return { batches: data.batches.map(batchOf), hasMore: data.hasMore };
    },
  });

/** The batches of a course into which somebody can still be put, the soonest first, for a select field. */
export const batchChoiceQuery = (course: string) =>
  queryOptions({
    queryKey: ['batches', 'choice', course],
    queryFn: async () => {
      const { data } = await call(batches.list, { query: { course, sort: 'firstDay', limit: 200 } });
      return data.map(batchOf).filter(({ phase, state }) => phase !== 'over' && state !== 'cancelled');
    },
  });

/** The calendar of the batches that the reader may see, for a calendar program. */
export const batchCalendar: Calendar = {
  query: queryOptions({
    queryKey: ['batches', 'calendar'],
    queryFn: async () => (await call(batches.calendarState)).data,
  }),
  renew: async () => (await call(batches.renewCalendar)).data.url,
  end: async () => (await call(batches.endCalendar)).message,
};

/** Reads every list that shows batches or their seats again. */
export const refetchBatches = async () => {
  await queryClient.invalidateQueries({ queryKey: ['batches'] });
  void queryClient.invalidateQueries({ queryKey: ['enrolments'] });
};

/** The current stored state of a batch. */
export const readBatchNow = (id: string) => queryClient.fetchQuery({ ...batchQuery(id), staleTime: 0 });

/**
 * Creates a batch of a course, or changes the opened one; returns it. Refused as stale if somebody has changed it since
 * it was opened.
 */
export async function saveBatch(opened: Batch | undefined, courseId: string, input: BatchInput): Promise<Batch> {
  const { data } = opened
    ? await call(batches.update, { params: { id: opened.id }, query: { version: opened.version }, body: input })
    : await call(batches.create, { body: { courseId, ...input } });
  await refetchBatches();
  return batchOf(data);
}

/** Saves the people of a batch with their particulars as a file. */
export async function exportRoster(id: string, format: ExportFormat): Promise<void> {
  saveFile(await download(batches.roster, { params: { id }, query: { format } }));
}

/** The batch sheet as PDF: people with photographs, particulars and attendance. */
export const downloadSheet = (id: string): Promise<NamedFile> =>
  downloadFile(attendance.printSheet, { params: { id } }, 'batch-sheet.pdf');

export async function cancelBatch(id: string): Promise<string> {
  return (await call(batches.cancel, { params: { id } })).message;
}

/** Puts people into a batch, on a seat or on its waiting list, all or none. The ids are those of their enrolments. */
export async function placePeople(
  people: readonly Pick<RosterEntry, 'id'>[],
  batchId: string,
  waiting: boolean,
): Promise<string> {
  const body = { people: people.map(({ id }) => ({ id })), waiting };
  return (await call(batches.place, { params: { id: batchId }, body })).message;
}
