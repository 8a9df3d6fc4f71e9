import { useSyncExternalStore } from 'react';
import { getSession, type Session, watchSession } from './session.ts';

/** The session of this browser; null on the server, while hydrating, and when nobody is signed in. */
export function useSession(): Session | null {
  return useSyncExternalStore(watchSession, getSession, () => null);
}
