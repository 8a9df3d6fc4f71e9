import { accounts } from '@fairlead/contract/accounts/calls';
import { call } from '../../../lib/calls/api-client.ts';

/** Sets the first password with the token of an emailed link; returns the server's message. */
export const acceptInvitation = async (token: string, newPassword: string): Promise<string> =>
  (await call(accounts.acceptInvitation, { body: { token, newPassword } })).message;
