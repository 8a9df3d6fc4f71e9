import { accounts } from '@fairlead/contract/accounts';
import { peopleImport } from '@fairlead/contract/people-import';
import { call } from '../../lib/api-client.ts';
import { withFormNames } from '../../lib/field-errors.ts';
import { formNames, type NewAccount, registrationOf } from './wire.ts';

/** Registers an account; a code goes to its address. */
export const register = (account: NewAccount) =>
  withFormNames(formNames, call(accounts.register, { body: registrationOf(account) }));

export const verifyEmail = (email: string, otp: string) => call(accounts.verifyEmail, { body: { email, otp } });

export const resendCode = (email: string) => call(accounts.resendCode, { body: { email } });

export const askForReset = (email: string) => call(accounts.forgotPassword, { body: { email } });

export const resetPassword = (reset: { email: string; otp: string; newPassword: string }) =>
  call(accounts.resetPassword, { body: reset });

/** Sets the first password by the token of a mailed link; gives the server's word. */
export const acceptInvitation = async (token: string, newPassword: string): Promise<string> =>
  (await call(peopleImport.acceptInvitation, { body: { token, newPassword } })).message;

/** Ends every session of the signed-in person; gives the sentence that says so. */
export const endAllSessions = async (): Promise<string> => (await call(accounts.logoutEverywhere)).message;
