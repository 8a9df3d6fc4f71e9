import { ownCertificates } from '@fairlead/contract/certificates/own-certificates';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { seenAboard } from '../../../lib/device/aboard/seen-aboard.ts';
import type { Calendar } from '../../accounts/own-account/calendar-link.tsx';
import { certificateOf } from '../wire.ts';
import type { OwnCertificate, Share } from './wire.ts';

/** The polling interval for the list while a PDF is still being rendered, in milliseconds. */
const drawnAfter = 2_000;

/** All certificates of the holder, newest first; polled until every PDF is rendered. */
export const ownCertificatesQuery = queryOptions({
  queryKey: ['own-certificates'],
  meta: seenAboard,
  queryFn: async (): Promise<OwnCertificate[]> => (await call(ownCertificates.list)).data.map(certificateOf),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ pdf, status }) => pdf === null && status === 'issued') ? drawnAfter : false,
});

/** The links to a certificate, newest first. */
export const sharesQuery = (certificateId: string) =>
  queryOptions({
    queryKey: ['own-certificates', certificateId, 'shares'],
    queryFn: async (): Promise<Share[]> =>
      fromWire(idNames, (await call(ownCertificates.listShares, { params: { id: certificateId } })).data),
    // the reader wants to see the latest openings
    staleTime: 0,
  });

const calendarQuery = queryOptions({
  queryKey: ['own-calendar'],
  queryFn: async () => (await call(ownCertificates.calendarState)).data,
});

/** Creates a link that is valid for a number of days; returns its URL, which the server reveals only this once. */
export async function shareCertificate(id: string, days: 1 | 7 | 30 | 90): Promise<string> {
  const { data } = await call(ownCertificates.share, { params: { id }, body: { days } });
  void refetchShares(id);
  return data.url;
}

/** Ends a link at once; returns the server's message. */
export const endShare = async (id: string): Promise<string> =>
  (await call(ownCertificates.revokeShare, { params: { id } })).message;

export const refetchShares = (certificateId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sharesQuery(certificateId).queryKey });

/** The calendar of the holder's certificates. */
export const ownCalendar: Calendar = {
  query: calendarQuery,
  renew: async () => (await call(ownCertificates.renewCalendar)).data.url,
  end: async () => (await call(ownCertificates.endCalendar)).message,
};
