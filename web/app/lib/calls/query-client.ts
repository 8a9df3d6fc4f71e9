import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { use } from 'react';
import { FirstView } from '../pages/first-view.ts';
import { getSession, watchSession } from '../session/session.ts';
import { NetworkError } from './transport.ts';

/** The cache of everything that the signed-in person's screens have read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // 'online' would wait in silence while the device reports that it is offline; a screen should say so instead
      networkMode: 'always',
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
});

/** What `queryClient` is to a component: on the server, each first view has one of its own. */
export const useQueries = (): QueryClient => (import.meta.env.SSR && use(FirstView)?.queries) || queryClient;

/**
 * For a clientLoader: resolves at once with cached data and refreshes it in the background; otherwise waits for the
 * server. A page whose loader did this reads the data with useSuspenseQuery(same options) and never suspends.
 */
export function preload<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<T> {
  return queryClient.ensureQueryData({ ...options, revalidateIfStale: true });
}

/**
 * Clears the cache when another person signs in, since personal data must not outlive the session. When nobody is
 * signed in any more, clears it as soon as the page is left: on the page itself, its queries would run again and be
 * refused.
 */
export function forgetOnChangeOfPerson(): () => void {
  let person = getSession()?.user?._id;
  const unwatch = watchSession(() => {
    const session = getSession();
    if (!session || session.user?._id === person) return;
    person = session.user?._id;
    queryClient.clear();
  });
  return () => {
    unwatch();
    if (!getSession()) queryClient.clear();
  };
}
