import { type SecondFactorEnrolment, secondFactor } from '@fairlead/contract/second-factor';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { ownSessionsQuery, type Proof } from './own-account-api.ts';

export type { SecondFactorEnrolment } from '@fairlead/contract/second-factor';

/** Since when login asks for a code, or null, and how many recovery codes are left. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call(secondFactor.getSecondFactor),
});

/** Gives a secret for the app. */
export const beginSecondFactor = (currentPassword: string): Promise<SecondFactorEnrolment> =>
  call(secondFactor.begin, { body: { currentPassword } });

/** Gives the recovery codes, this once; every other session is over after it. */
export async function confirmSecondFactor(otp: string): Promise<string[]> {
  const { recoveryCodes } = await call(secondFactor.confirm, { body: { otp } });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return recoveryCodes;
}

export const readSecondFactorAnew = () => queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

export async function removeSecondFactor(proof: Proof): Promise<string> {
  const { message } = await call(secondFactor.remove, { body: proof });
  await readSecondFactorAnew();
  return message;
}

/** Takes a colleague's away; gives the server's word. */
export const resetSecondFactor = async (id: string): Promise<string> =>
  (await call(secondFactor.reset, { params: { id } })).message;
