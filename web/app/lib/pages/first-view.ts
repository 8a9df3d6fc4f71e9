import type { QueryClient } from '@tanstack/react-query';
import { createContext, useLayoutEffect } from 'react';
import type { Session } from '../session/session.ts';

declare global {
  interface Window {
    /** The first view that the page shows until React does; set by its script (lib/calls/early-read.ts). */
    firstView?: { stepAside: () => void; end: () => void } | undefined;
  }
}

/** On the server, the person for whom a first view is rendered, and what their page has read; null otherwise. */
export const FirstView = createContext<{ session: Session; queries: QueryClient } | null>(null);

/** For what stands in place of a page that loads: the first view stays until then. */
export function useFirstViewMeanwhile(): void {
  useLayoutEffect(() => () => window.firstView?.end(), []);
}
