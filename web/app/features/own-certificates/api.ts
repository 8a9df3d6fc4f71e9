import { ownCertificates } from '@fairlead/contract/own-certificates';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ownCertificateOf, shareOf } from './wire.ts';

/** How often the list is read while a PDF of it is still being drawn, in milliseconds. */
const drawnAfter = 2_000;

/** All certificates of the holder, the newest first; read again until every PDF is drawn. */
export const ownCertificatesQuery = queryOptions({
  queryKey: ['own-certificates'],
  queryFn: async () => (await call(ownCertificates.list)).data.map(ownCertificateOf),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ pdf, status }) => pdf === null && status === 'issued') ? drawnAfter : false,
});

/** The links to a certificate, the newest first. */
export const sharesQuery = (certificateId: string) =>
  queryOptions({
    queryKey: ['own-certificates', certificateId, 'shares'],
    queryFn: async () => (await call(ownCertificates.listShares, { params: { id: certificateId } })).data.map(shareOf),
    // whoever looks wants to know who has opened it by now
    staleTime: 0,
  });

/** When the holder's calendar got its address. */
export const calendarQuery = queryOptions({
  queryKey: ['own-calendar'],
  queryFn: async () => (await call(ownCertificates.calendarState)).data,
});

/** Makes a link that is good for so many days; gives its address, which is told this once. */
export async function shareCertificate(id: string, days: 1 | 7 | 30 | 90): Promise<string> {
  const { data } = await call(ownCertificates.share, { params: { id }, body: { days } });
  void readSharesAnew(id);
  return data.url;
}

/** Ends a link at once; gives the server's word. */
export const endShare = async (id: string): Promise<string> =>
  (await call(ownCertificates.revokeShare, { params: { id } })).message;

export const readSharesAnew = (certificateId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: sharesQuery(certificateId).queryKey });

/** Makes the calendar's address, and ends the one before; gives it, which is told this once. */
export async function renewCalendar(): Promise<string> {
  const { data } = await call(ownCertificates.renewCalendar);
  void queryClient.invalidateQueries({ queryKey: calendarQuery.queryKey });
  return data.url;
}
