import { accounts, Credentials, type SessionUser } from '@fairlead/contract/accounts';
import { ApiError, call, callVia } from '../../lib/api-client.ts';
import { viaEarlier } from '../../lib/early-send.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { keepDevice, startSession, type Tokens } from '../../lib/session.ts';

/**
 * Logs in and keeps the session, if the account's role suits this entrance; otherwise the fresh session is ended
 * again and nothing is kept. Gives the role, or null when it does not suit. What cannot be a login is refused without
 * asking the server, as it would refuse it. What `form` sent before the page lived is not sent again.
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

/** Keeps a fresh session, as `logIn` does. */
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
