import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query';
import { getSession, watchSession } from './session.ts';
import { NetworkError } from './transport.ts';

/** What the signed-in person's screens have read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // 'online' would wait in silence while the device says it is offline; a screen should say so instead
      networkMode: 'always',
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * For a clientLoader: what is known already, at once, and refreshed behind the screen; otherwise it waits for the
 * server. A page whose loader did this reads with useSuspenseQuery(same options) and never sees it missing.
 */
export function preload<T, K extends QueryKey>(options: FetchQueryOptions<T, Error, T, K>): Promise<T> {
  return queryClient.ensureQueryData({ ...options, revalidateIfStale: true });
}

/**
 * Personal data does not outlive the person: the cache is emptied when another one is signed in, and, when nobody is
 * any more, as soon as the page is left: emptied beneath it, it would ask for everything anew and be refused.
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
