import { accounts } from '@fairlead/contract/accounts';
import { peopleImport } from '@fairlead/contract/people-import';
import { call } from '../../lib/api-client.ts';
import { withFormNames } from '../../lib/field-errors.ts';
import { keepDevice } from '../../lib/session.ts';
import { formNames, type NewAccount, registrationOf } from './wire.ts';

/** Registers an account; a code goes to its address. Gives the registration that the code is for. */
export const register = async (account: NewAccount): Promise<string> =>
  (await withFormNames(formNames, call(accounts.register, { body: registrationOf(account) }))).registration;

/** Whose code it is: an address, and the registration that this browser made with it, as far as it knows. */
type Registered = { email: string; registration?: string | undefined };

export const verifyEmail = (registered: Registered & { otp: string }) =>
  call(accounts.verifyEmail, { body: registered });

export const resendCode = (registered: Registered) => call(accounts.resendCode, { body: registered });

export const askForReset = (email: string) => call(accounts.forgotPassword, { body: { email } });

/** Sets a new password by a mailed code; returns the server's message. The mailbox was proved on this device, which is known from now on. */
export async function resetPassword(reset: { email: string; otp: string; newPassword: string }): Promise<string> {
  const { message, device } = await call(accounts.resetPassword, { body: reset });
  keepDevice(device);
  return message;
}

/** Sets the first password by the token of a mailed link; gives the server's word. */
export const acceptInvitation = async (token: string, newPassword: string): Promise<string> =>
  (await call(peopleImport.acceptInvitation, { body: { token, newPassword } })).message;

/** Ends every session of the signed-in person; gives the sentence that says so. */
export const endAllSessions = async (): Promise<string> => (await call(accounts.logoutEverywhere)).message;
