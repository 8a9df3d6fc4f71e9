import { type OpenPackage, packages } from '@fairlead/contract/packages';
import { training } from '@fairlead/contract/training';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type { OpenPackage };

/** Milliseconds; a stuck request must not keep what a package stores from being sent. */
export const storeTimeout = 30_000;

/** A package as its learner opens it. Opening stores which version they have begun, so it is not asked again by itself. */
export const openPackageQuery = (id: string) =>
  queryOptions({
    queryKey: ['package', id],
    queryFn: async () => (await call(packages.open, { params: { id } })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** What an item has stored, and the revision that this device has seen. */
export type Commit = { itemId: string; seen: number; values: Record<string, string> };

export const commitState = async (id: string, body: Commit) =>
  (await call(packages.commit, { params: { id }, body })).data;

/** Reports the seconds that were spent in a package, as a player reports those of a film. */
export const reportTime = async (id: string, [from, to]: readonly [number, number]) =>
  (await call(training.reportProgress, { params: { id }, body: { watched: [[from, to]], position: to } })).data;
