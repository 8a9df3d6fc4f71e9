import { offlineRecords, type StaffPass as WirePass } from '@fairlead/contract/offline-records/calls';
import { call } from '../../lib/calls/api-client.ts';
import { queryClient } from '../../lib/calls/query-client.ts';

/** An offline pass as staff see it. */
export type StaffPass = ReturnType<typeof staffPassOf>;

export const staffPassOf = ({ _id, userId, userName, ...same }: WirePass) => ({
  ...same,
  id: _id,
  person: { id: userId, name: userName },
});

/** Withdraws a pass; returns the server's message. */
export const withdrawPass = async ({ id }: StaffPass): Promise<string> =>
  (await call(offlineRecords.withdraw, { params: { id } })).message;

export const refetchPasses = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['offline-passes'] });
