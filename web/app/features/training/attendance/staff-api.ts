import { attendance, longestKept } from '@fairlead/contract/attendance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import type { KeptMarks } from './kept-marks.ts';

/** The attendance of a batch. It is read again only when marks are sent: a dead link must not take it off the screen. */
export const sheetQuery = (batchId: string) =>
  queryOptions({
    queryKey: ['attendance', batchId],
    queryFn: async () => (await call(attendance.getSheet, { params: { id: batchId } })).data,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Sends marks, and shows the sheet as it is then. Returns why some of them can never be stored. */
export async function sendMarks(batchId: string, marks: KeptMarks): Promise<string[]> {
  const now = Date.now();
  const sent = Object.values(marks).map(({ at, ...mark }) => ({
    ...mark,
    secondsAgo: Math.min(longestKept, Math.max(0, (now - at) / 1000)),
  }));
  const { sheet, refused } = (await call(attendance.mark, { params: { id: batchId }, body: { marks: sent } })).data;
  queryClient.setQueryData(sheetQuery(batchId).queryKey, sheet);
  const nameOf = new Map(sheet.people.map(({ _id, name }) => [_id, name]));
  return refused.map(({ enrolmentId, message }) => `${nameOf.get(enrolmentId) ?? 'Somebody'}: ${message}`);
}
