import { use, useSyncExternalStore } from 'react';
import { FirstView } from '../pages/first-view.ts';
import { getSession, type Session, watchSession } from './session.ts';

/**
 * The session of this browser; null while hydrating, when nobody is signed in, and on the server, but for the person
 * whom a first view is rendered for.
 */
export function useSession(): Session | null {
  const view = import.meta.env.SSR ? use(FirstView) : undefined;
  return useSyncExternalStore(watchSession, getSession, () => view?.session ?? null);
}
