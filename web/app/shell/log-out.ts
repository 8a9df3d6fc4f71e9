import type { accounts } from '@fairlead/contract/accounts';
import { forgetPerson, getSession, getSignOutUrl } from '../lib/session.ts';

/** Typed by the contract and not taken from it, as in lib/refresh-session.ts. */
const logout = { method: 'POST', path: '/user/logout' } satisfies Pick<typeof accounts.logout, 'method' | 'path'>;

/**
 * Ends the session here at once, tells the server, and goes to `next` with a fresh page, so that nothing of the
 * person stays in memory. A session that the academy's provider opened goes to its logout page instead, which leads
 * back.
 */
export function logOut(next: string): void {
  const refreshToken = getSession()?.refreshToken;
  const signOutUrl = getSignOutUrl();
  forgetPerson();
  if (refreshToken) tellServer(refreshToken);
  window.location.assign(signOutUrl ?? next);
}

/** `keepalive` lets the request outlive this page. When it is lost all the same, the session dies of age. */
function tellServer(refreshToken: string): void {
  fetch(`/api${logout.path}`, {
    method: logout.method,
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  }).catch((error) => console.warn('The server did not hear of the logout.', error));
}
