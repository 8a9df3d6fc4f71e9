import type { accounts } from '@fairlead/contract/accounts/calls';
import { forgetPerson, getSession, getSignOutUrl } from '../lib/session/session.ts';

/** Typed by the contract but not imported from it, as in lib/session/refresh-session.ts. */
const logout = { method: 'POST', path: '/user/logout' } satisfies Pick<typeof accounts.logout, 'method' | 'path'>;

/**
 * Ends the session in this browser, informs the server, and loads `next` as a new document, so that no personal
 * data stays in memory. For a session that the academy's identity provider opened, it loads the provider's logout page
 * instead, which redirects back.
 */
export async function logOut(next: string): Promise<void> {
  const refreshToken = getSession()?.refreshToken;
  const signOutUrl = getSignOutUrl();
  await forgetPerson();
  if (refreshToken) tellServer(refreshToken);
  window.location.assign(signOutUrl ?? next);
}

/** `keepalive` lets the request outlive this page. If it is lost all the same, the session expires by itself. */
function tellServer(refreshToken: string): void {
  fetch(`/api${logout.path}`, {
    method: logout.method,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  }).catch((error) => console.warn('The server did not hear of the logout.', error));
}
