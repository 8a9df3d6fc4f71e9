import type { accounts } from '@fairlead/contract/accounts/calls';
import { NetworkError, viaFetch } from '../calls/transport.ts';
import { hasEnded, noteEnded } from './held-session.ts';
import { clearSession, getSession, renewSession } from './session.ts';

/** Typed by the contract but not imported from it: a page without calls or forms need not load the schemas. */
const refresh = { method: 'POST', path: '/user/refresh-token' } satisfies Pick<
  typeof accounts.refresh,
  'method' | 'path'
>;

export type RefreshOutcome = 'renewed' | 'ended' | 'unreachable';

/**
 * Fetches a new access token in place of `stale`. One tab asks at a time, and waiting tabs use its result. Storage is
 * cleared only when the server answers 401, and no page holds the session: a network failure or a server error ends no
 * session.
 */
export function refreshSession(stale: string): Promise<RefreshOutcome> {
  return alone(async () => {
    const session = getSession();
    if (!session) return 'ended';
    if (session.accessToken !== stale) return 'renewed';
    if (hasEnded(stale)) {
      // the page that held it was left
      if (!noteEnded(stale)) clearSession();
      return 'ended';
    }
    if (session.refreshToken) return ask(session.refreshToken, stale);
    clearSession();
    return 'ended';
  });
}

async function ask(refreshToken: string, stale: string): Promise<RefreshOutcome> {
  try {
    const answer = await viaFetch({
      method: refresh.method,
      url: `/api${refresh.path}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    });
    if (answer.status === 401) {
      if (!noteEnded(stale)) clearSession();
      return 'ended';
    }
    if (answer.status !== 200) return 'unreachable';
    renewSession(JSON.parse(answer.text));
    return 'renewed';
  } catch (error) {
    if (error instanceof NetworkError || error instanceof SyntaxError) return 'unreachable';
    throw error;
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `work` while no other tab does. The Web Locks API exists on https and localhost only; elsewhere calls queue
 * within the tab.
 */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('session', work);
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
