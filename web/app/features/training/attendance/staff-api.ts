import { type AttendanceSheet, attendance, longestKept } from '@fairlead/contract/training/attendance';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { NetworkError } from '../../../lib/calls/transport.ts';
import { personNow } from '../../../lib/session/session.ts';
import type { KeptMarks } from './kept-marks.ts';
import { dropSheet, keepSheet, readSheet } from './kept-sheet.ts';

/** The attendance of a batch; `keptAt` is when it was last read, in milliseconds, where it comes from this device. */
export type KnownSheet = AttendanceSheet & { keptAt?: number };

/** How often the server is asked again while the page shows a sheet from the device, in milliseconds. */
const askAgainAfter = 10_000;

/**
 * The attendance of a batch. Without a network it is read from this device's storage, if this person has opened it
 * here. It is read again only when marks are sent: a dead link must not take it off the screen.
 */
export const sheetQuery = (batchId: string) => {
  const queryKey = ['attendance', batchId];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<KnownSheet> => {
      const person = personNow();
      try {
        const sheet = (await call(attendance.getSheet, { params: { id: batchId } })).data;
        keepSheet(person, sheet);
        return sheet;
      } catch (error) {
        // the person is no longer assigned to the course, or the batch is gone
        if (error instanceof ApiError && [403, 404].includes(error.status)) dropSheet(person, batchId);
        const kept = queryClient.getQueryData(queryKey) ? undefined : readSheet(person, batchId);
        if (!(error instanceof NetworkError) || !kept) throw error;
        return { ...kept.sheet, keptAt: kept.at };
      }
    },
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state: { data } }) => (data?.keptAt === undefined ? false : askAgainAfter),
  });
};

/** Sends marks, and shows the sheet as it is then. Returns why some of them can never be stored. */
export async function sendMarks(batchId: string, marks: KeptMarks): Promise<string[]> {
  const person = personNow();
  const now = Date.now();
  const sent = Object.values(marks).map(({ at, ...mark }) => ({
    ...mark,
    secondsAgo: Math.min(longestKept, Math.max(0, (now - at) / 1000)),
  }));
  const { sheet, refused } = (await call(attendance.mark, { params: { id: batchId }, body: { marks: sent } })).data;
  queryClient.setQueryData(sheetQuery(batchId).queryKey, sheet);
  keepSheet(person, sheet);
  const nameOf = new Map(sheet.people.map(({ _id, name }) => [_id, name]));
  return refused.map(({ enrolmentId, message }) => `${nameOf.get(enrolmentId) ?? 'Somebody'}: ${message}`);
}
