import { type OwnAccount, ownAccount, type OwnSession as WireSession } from '@fairlead/contract/accounts/own-account';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { keepUser } from '../../../lib/session/session.ts';

/** A device or browser where the person is signed in. */
export type OwnSession = FromWire<typeof idNames, WireSession>;

export const ownAccountQuery = queryOptions({
  queryKey: ['own-account'],
  queryFn: () => call(ownAccount.getOwnAccount),
});

/** The person's sessions, the last used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => fromWire(idNames, await call(ownAccount.listOwnSessions)),
});

/** The proof of identity: the password, and a code for accounts with a second factor. */
export type Proof = { currentPassword: string; otp?: string };

export const confirmIdentity = (proof: Proof) => call(ownAccount.confirmIdentity, { body: proof });

const keep = (change: Partial<OwnAccount>) =>
  queryClient.setQueryData(ownAccountQuery.queryKey, (known) => known && { ...known, ...change });

/** Changes the password and ends every other session; returns the server's message. */
export async function changePassword(change: { currentPassword: string; newPassword: string }): Promise<string> {
  const { message } = await call(ownAccount.changePassword, { body: change });
  // the codes that were sent before are void
  keep({ pendingEmail: null });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}

/** Has a code sent to a new email address; returns the address as the server stored it. */
export async function askForNewEmail(change: { email: string; currentPassword: string }): Promise<string> {
  const { pendingEmail } = await call(ownAccount.changeEmail, { body: change });
  keep({ pendingEmail });
  return pendingEmail;
}

/** Makes the new email address the login; queries that show the old one are invalidated. */
export async function confirmNewEmail(otp: string): Promise<string> {
  const { message, user } = await call(ownAccount.confirmEmail, { body: { otp } });
  keep({ email: user.email, pendingEmail: null });
  keepUser(user);
  void queryClient.invalidateQueries();
  return message;
}

export async function changeMobile(mobile: string): Promise<string> {
  const { message } = await call(ownAccount.changeMobile, { body: { mobile } });
  // the server has completed it
  await queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
  return message;
}

/** Says that the stored number, which may have been cut, is right. */
export async function confirmMobile(mobile: string): Promise<string> {
  const { message } = await call(ownAccount.confirmMobile, { body: { mobile } });
  keep({ mobileConfirmed: true });
  return message;
}

/** Sets whether the person receives the daily email about pending items. */
export async function chooseDigest(wanted: boolean): Promise<string> {
  const { message } = await call(ownAccount.chooseDigest, { body: { wanted } });
  keep({ wantsDailyMail: wanted });
  return message;
}

/** Ends one session and reloads the list; returns the server's message. */
export async function endOwnSession(id: string): Promise<string> {
  const { message } = await call(ownAccount.endOwnSession, { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}
