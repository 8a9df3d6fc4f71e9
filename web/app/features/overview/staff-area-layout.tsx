import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '../../lib/calls/query-client.ts';
import { StaffLayout } from '../../shell/staff-layout.tsx';
import type { Pending } from '../../shell/staff-nav.tsx';
import { useMay } from '../../shell/use-permissions.ts';
import { StaffFind } from './find/staff-find.tsx';
import { overviewQuery } from './staff-api.ts';

/** The staff area: its layout, with the counts of pending items in the menu, and Find. */
export default function StaffAreaLayout() {
  return <StaffLayout pending={usePending()} find={<StaffFind />} />;
}

/**
 * The counts of pending items. They are read again with each page, unless they are a few seconds old, and once a minute;
 * commands that decide something invalidate them. After a failure there are none, and the menu is without counts.
 */
function usePending(): Pending {
  const isStaff = useMay('staff:enter');
  const { pathname } = useLocation();
  // the layout stands outside of the pages' provider
  const { data, isError } = useQuery({ ...overviewQuery, enabled: isStaff }, queryClient);
  useEffect(() => {
    if (isStaff) void queryClient.prefetchQuery(overviewQuery);
  }, [pathname, isStaff]);
  if (!data || isError) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([kind, pending]) =>
      pending && typeof pending === 'object' && 'count' in pending ? [[kind, pending.count]] : [],
    ),
  );
}
