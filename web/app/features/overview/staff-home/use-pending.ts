import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queryClient, useQueries } from '../../../lib/calls/query-client.ts';
import type { Pending } from '../../../shell/staff-menu.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { freshEvery, overviewQuery } from '../staff-api.ts';

/** For the menu, another page is no reason to ask again: commands that decide something invalidate what is kept. */
const pendingQuery = { ...overviewQuery, staleTime: freshEvery };

/** The counts of pending items, at most a minute old. After a failure the kinds stay, and are not counted. */
export function usePending(): Pending {
  const isStaff = useMay('staff:enter');
  const { pathname } = useLocation();
  // the layout stands outside of the pages' provider
  const { data, isError } = useQuery({ ...pendingQuery, enabled: isStaff }, useQueries());
  useEffect(() => {
    if (isStaff) void queryClient.prefetchQuery(pendingQuery);
  }, [pathname, isStaff]);
  if (!data) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([kind, pending]) =>
      pending && typeof pending === 'object' && 'count' in pending ? [[kind, isError ? 0 : pending.count]] : [],
    ),
  );
}
