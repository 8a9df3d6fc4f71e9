import { accounts, Credentials, type SessionUser } from '@fairlead/contract/accounts/calls';
import { ApiError, call, callVia } from '../../../lib/calls/api-client.ts';
import { viaEarlier } from '../../../lib/calls/early-send.ts';
import { fieldErrors } from '../../../lib/calls/field-errors.ts';
import { keepDevice, startSession, type Tokens } from '../../../lib/session/session.ts';

/**
 * Logs in and stores the session, if `suits` accepts the account's role; otherwise the new session is ended and nothing
 * is stored. Returns the role, or null when it is not accepted. Invalid credentials are refused without asking the
 * server, which would refuse them too. What `form` sent before hydration is not sent again.
 */
export async function logIn(
  credentials: { email: string; password: string; otp?: string; device: string },
  suits: (role: string) => boolean,
  form: HTMLFormElement,
): Promise<string | null> {
  const fields = fieldErrors(Credentials, credentials);
  if (Object.keys(fields).length > 0) throw new ApiError(400, { fields });
  const session = await callVia(viaEarlier(form), accounts.login, { body: credentials });
  const role = await keepSession(session, suits);
  if (role) keepDevice(session.device);
  return role;
}

/** Stores a new session, or ends it when `suits` refuses the role; returns the role or null, like `logIn`. */
export async function keepSession(
  session: Tokens & { user: SessionUser },
  suits: (role: string) => boolean,
): Promise<string | null> {
  if (suits(session.user.role)) {
    startSession(session);
    return session.user.role;
  }
  await call(accounts.logout, { body: { refreshToken: session.refreshToken } });
  return null;
}
