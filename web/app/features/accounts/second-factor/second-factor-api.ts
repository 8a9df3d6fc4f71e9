import { type SecondFactorEnrolment, secondFactor } from '@fairlead/contract/accounts/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { call, callVia } from '../../../lib/calls/api-client.ts';
import { viaEarlyRead } from '../../../lib/calls/early-read.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { ownSessionsQuery, type Proof } from '../own-account/own-account-api.ts';

export type { SecondFactorEnrolment } from '@fairlead/contract/accounts/second-factor';

/** The date since which login requires a code, or null, and the number of recovery codes left. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => callVia(viaEarlyRead, secondFactor.getSecondFactor),
});

/** Returns a new secret for the authenticator app. */
export const beginSecondFactor = (currentPassword: string): Promise<SecondFactorEnrolment> =>
  call(secondFactor.begin, { body: { currentPassword } });

/** Returns the recovery codes, only this once; every other session ends. */
export async function confirmSecondFactor(otp: string): Promise<string[]> {
  const { recoveryCodes } = await call(secondFactor.confirm, { body: { otp } });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return recoveryCodes;
}

export const refetchSecondFactor = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

export async function removeSecondFactor(proof: Proof): Promise<string> {
  const { message } = await call(secondFactor.remove, { body: proof });
  await refetchSecondFactor();
  return message;
}

/** Removes a colleague's second factor; returns the server's message. */
export const resetSecondFactor = async (id: string): Promise<string> =>
  (await call(secondFactor.reset, { params: { id } })).message;
