import { passkeys } from '@fairlead/contract/accounts/passkeys';
import type { Reply } from '@fairlead/contract/platform/call';
import { startAuthentication } from '@simplewebauthn/browser';
import { ApiError, call } from '../../../lib/calls/api-client.ts';

/**
 * Lets the device offer its passkeys, and logs in with the chosen one.
 *
 * @throws ApiError also when none was chosen, or the device did not verify its user.
 */
export async function logInByPasskey(): Promise<Reply<typeof passkeys.logInByPasskey>> {
  const optionsJSON = await call(passkeys.beginPasskeyLogin);
  const credential = await startAuthentication({ optionsJSON }).catch(() => {
    const message = 'No passkey was used. Please try again, or log in with your password.';
    throw new ApiError(400, { message, code: 'no-passkey' });
  });
  return call(passkeys.logInByPasskey, { body: { credential } });
}
