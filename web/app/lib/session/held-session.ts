import { getSession, watchSession } from './session.ts';

// A session that ends while a film is running on this device must not take the film away: after weeks at sea, the first
// contact finds a login that has expired. While a page holds the session, a refused renewal is noted, and the page asks
// for the login at a moment that suits.

let holders = 0;
/** The access token whose renewal was refused while a page held the session. */
let ended: string | undefined;
const listeners = new Set<() => void>();

/** Keeps the session in this tab although the server ends it, until the returned function is called. */
export function holdSession(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
  };
}

/** Notes that the server has ended the session, if a page holds it; returns whether one does. */
export function noteEnded(accessToken: string): boolean {
  if (holders === 0) return false;
  ended = accessToken;
  for (const listener of listeners) listener();
  return true;
}

/** Whether the session of this access token has ended while it was held: the server is not asked again. */
export const hasEnded = (accessToken: string | undefined): boolean =>
  accessToken !== undefined && accessToken === ended;

/** Calls `listener` when the session has ended, or is another one; returns a function that unsubscribes. */
export function watchEnded(listener: () => void): () => void {
  const unwatch = watchSession(listener);
  listeners.add(listener);
  return () => {
    unwatch();
    listeners.delete(listener);
  };
}

/** Whether the session of this browser has ended and is held. */
export const isHeldEnded = (): boolean => hasEnded(getSession()?.accessToken);
