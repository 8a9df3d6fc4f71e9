import { accounts } from '@fairlead/contract/accounts/calls';
import { registrationNames } from '@fairlead/contract/accounts/names';
import { call } from '../../../lib/calls/api-client.ts';
import { withFormNames } from '../../../lib/calls/field-errors.ts';
import { keepDevice } from '../../../lib/session/session.ts';
import { type NewAccount, registrationOf } from './wire.ts';

/** Registers an account; a code is sent to its email address. Returns the registration that the code belongs to. */
export const register = async (account: NewAccount): Promise<string> =>
  (await withFormNames(registrationNames, call(accounts.register, { body: registrationOf(account) }))).registration;

/** The account that a code belongs to: its email address, and the registration that this browser made, if known. */
type Registered = { email: string; registration?: string | undefined };

export const verifyEmail = (registered: Registered & { otp: string }) =>
  call(accounts.verifyEmail, { body: registered });

export const resendCode = (registered: Registered) => call(accounts.resendCode, { body: registered });

export const askForReset = (email: string) => call(accounts.forgotPassword, { body: { email } });

/**
 * Sets a new password with an emailed code; returns the server's message. The code proves access to the mailbox from
 * this device, which is a known device from now on.
 */
export async function resetPassword(reset: { email: string; otp: string; newPassword: string }): Promise<string> {
  const { message, device } = await call(accounts.resetPassword, { body: reset });
  keepDevice(device);
  return message;
}

/** Ends every session of the signed-in person; returns the server's message. */
export const endAllSessions = async (): Promise<string> => (await call(accounts.logoutEverywhere)).message;
