import { home } from '@fairlead/contract/overview/home';
import { queryOptions } from '@tanstack/react-query';
import { callVia } from '../../../lib/calls/api-client.ts';
import { viaEarlyRead } from '../../../lib/calls/early-read.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { seenAboard } from '../../../lib/device/aboard/seen-aboard.ts';
import { ownEnrolmentsQuery } from '../api.ts';
import { type Home, homeOf } from './wire.ts';

/** How long an answer counts as fresh, in milliseconds: every visit reads it again, but not its first render. */
const freshFor = 2_000;

/**
 * What the first page shows. Its key begins with that of the enrolments, so that both are read again after a request;
 * decisions of the academy are polled for as often.
 */
export const homeQuery = queryOptions({
  queryKey: [...ownEnrolmentsQuery.queryKey, 'home'],
  meta: seenAboard,
  queryFn: async (): Promise<Home> => homeOf((await callVia(viaEarlyRead, home.getHome)).data),
  staleTime: freshFor,
  refetchInterval: ownEnrolmentsQuery.refetchInterval as number,
});

/** Reads the first page again, and the states of the enrolments with it. */
export const refetchHome = () => queryClient.invalidateQueries({ queryKey: ownEnrolmentsQuery.queryKey });
