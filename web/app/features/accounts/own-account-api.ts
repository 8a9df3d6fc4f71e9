import { ownAccount } from '@fairlead/contract/own-account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keepUser } from '../../lib/session.ts';
import { type OwnAccount, ownAccountOf, ownSessionOf } from './own-account-wire.ts';

export const ownAccountQuery = queryOptions({
  queryKey: ['own-account'],
  queryFn: async () => ownAccountOf(await call(ownAccount.getOwnAccount)),
});

/** Where the person is signed in, the last used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await call(ownAccount.listOwnSessions)).map(ownSessionOf),
});

/** What the person proves with that it is them: the password, and a code where login asks for one. */
export type Proof = { currentPassword: string; otp?: string };

export const confirmIdentity = (proof: Proof) => call(ownAccount.confirmIdentity, { body: proof });

const keep = (change: Partial<OwnAccount>) =>
  queryClient.setQueryData(ownAccountQuery.queryKey, (known) => known && { ...known, ...change });

/** Every other session is over after it; gives the server's word. */
export async function changePassword(change: { currentPassword: string; newPassword: string }): Promise<string> {
  const { message } = await call(ownAccount.changePassword, { body: change });
  // the codes that were under way are void
  keep({ pendingEmail: null });
  void queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}

/** Has a code sent to a new address, and gives the address as the server took it. */
export async function askForNewEmail(change: { email: string; currentPassword: string }): Promise<string> {
  const { pendingEmail } = await call(ownAccount.changeEmail, { body: change });
  keep({ pendingEmail });
  return pendingEmail;
}

/** Makes the new address the login; every screen that shows the old one is read anew. */
export async function confirmNewEmail(otp: string): Promise<string> {
  const { message, user } = await call(ownAccount.confirmEmail, { body: { otp } });
  keep({ email: user.email, pendingEmail: null });
  keepUser(user);
  void queryClient.invalidateQueries();
  return message;
}

export async function changeMobile(mobile: string): Promise<string> {
  const { message } = await call(ownAccount.changeMobile, { body: { mobile } });
  keep({ mobile });
  return message;
}

/** Says whether the daily mail of what waits shall come. */
export async function chooseDigest(wanted: boolean): Promise<string> {
  const { message } = await call(ownAccount.chooseDigest, { body: { wanted } });
  keep({ wantsDailyMail: wanted });
  return message;
}

/** Ends one session; the list is read anew before this gives the server's word. */
export async function endOwnSession(id: string): Promise<string> {
  const { message } = await call(ownAccount.endOwnSession, { params: { id } });
  await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  return message;
}
