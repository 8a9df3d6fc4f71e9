import { overview } from '@fairlead/contract/overview/calls';
import type { FirstStep } from '@fairlead/contract/overview/first-steps';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call, callVia } from '../../lib/calls/api-client.ts';
import { viaEarlyRead } from '../../lib/calls/early-read.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import type { Figures, MassDeletion, Overview } from './wire.ts';

/** The polling interval for pending items while the page is open, in milliseconds. */
export const freshEvery = 60_000;

/** The items that are pending for staff. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async (): Promise<Overview> => fromWire(idNames, (await callVia(viaEarlyRead, overview.getOverview)).data),
  refetchInterval: freshEvery,
});

/** Allows a deletion that waits; returns the server's message. */
export const allowDeletion = async ({ kind, waiting }: MassDeletion) =>
  (await call(overview.allowDeletion, { params: { kind }, body: { waiting } })).message;

/** Leaves a first step for later; returns the server's message. */
export const leaveStep = async (step: FirstStep) =>
  (await call(overview.setStepLater, { params: { step }, body: { later: true } })).message;

export const refetchOverview = () => queryClient.invalidateQueries({ queryKey: overviewQuery.queryKey, exact: true });

/** Statistics of the academy; the server's sums are at most some minutes old. */
export const figuresQuery = queryOptions({
  queryKey: ['overview', 'figures'],
  queryFn: async (): Promise<Figures> => fromWire(idNames, (await callVia(viaEarlyRead, overview.getFigures)).data),
});
