import type { Reply } from '@fairlead/contract/call';
import { passkeys } from '@fairlead/contract/passkeys';
import { startAuthentication } from '@simplewebauthn/browser';
import { ApiError, call } from '../../lib/api-client.ts';

/**
 * Lets the device show which passkeys it has, and logs in by the one that is chosen.
 *
 * @throws ApiError also when none was chosen, or the device did not recognise its owner.
 */
export async function logInByPasskey(): Promise<Reply<typeof passkeys.logInByPasskey>> {
  const optionsJSON = await call(passkeys.beginPasskeyLogin);
  const credential = await startAuthentication({ optionsJSON }).catch(() => {
    const message = 'No passkey was used. Please try again, or log in with your password.';
    throw new ApiError(400, { message, code: 'no-passkey' });
  });
  return call(passkeys.logInByPasskey, { body: { credential } });
}
