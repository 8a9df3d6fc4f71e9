import { type OpenPackage, packages } from '@fairlead/contract/packages/calls';
import { training } from '@fairlead/contract/training/calls';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, callVia } from '../../../lib/calls/api-client.ts';
import { viaFetch, viaKeepalive } from '../../../lib/calls/transport.ts';
import { personNow } from '../../../lib/session/session.ts';
import { type Commit, dropCommit, dropSeconds, readQueue, readSeconds, type Whose } from './package-queue.ts';

export type { OpenPackage };

const underWay = new Map<string, Set<Promise<void>>>();

/** Notes that something of a package is being stored: a visit that begins waits for what the last one has left. */
export async function storing(id: string, work: Promise<void>): Promise<void> {
  const all = underWay.get(id) ?? new Set();
  underWay.set(id, all.add(work));
  try {
    await work;
  } finally {
    all.delete(work);
  }
}

/**
 * A package as its learner opens it. Opening stores which version they have begun, so it is not asked again by itself.
 */
export const openPackageQuery = (id: string) =>
  queryOptions({
    queryKey: ['package', id],
    queryFn: async () => {
      await Promise.allSettled(underWay.get(id) ?? []);
      await sendLeftovers({ person: personNow(), id });
      return (await call(packages.open, { params: { id } })).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/**
 * Whether the person whose page this is is still the one who is logged in: another may have logged in since, in another
 * tab. What the page has waits on the disk then.
 */
export const isTheirs = ({ person }: Whose): boolean => personNow() === person;

/**
 * Whether no later try can succeed: the package was removed or stores too much, or the person may not open it any more.
 */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && [400, 403, 404, 409, 413].includes(error.status);

/** Sends what an earlier visit could not, before the package is opened again: it goes on from there. */
async function sendLeftovers(whose: Whose): Promise<void> {
  for (const commit of Object.values(await readQueue(whose))) {
    if (!isTheirs(whose)) return;
    try {
      await commitState(whose.id, commit);
    } catch (error) {
      if (!isFinal(error)) throw error;
    }
    await dropCommit(whose, commit);
  }
  const seconds = await readSeconds(whose);
  if (seconds === 0 || !isTheirs(whose)) return;
  const credited = await reportTime(whose.id, [0, seconds]).then(
    // of what is complete no more is counted
    ({ watchedSeconds, completed }) => (completed ? seconds : watchedSeconds),
    (error: unknown) => {
      if (!isFinal(error)) throw error;
      return seconds;
    },
  );
  await dropSeconds(whose, credited);
}

/** What an item has stored; the one that is opened first comes with the package. */
export const readState = async (id: string, itemId: string) =>
  (await call(packages.readState, { params: { id }, query: { itemId } })).data;

/** Stores what an item has committed. `isLast`: the page is being left, and the request outlives it. */
export const commitState = async (id: string, body: Commit, { isLast = false } = {}) =>
  (await callVia(isLast ? viaKeepalive : viaFetch, packages.commit, { params: { id }, body })).data;

/**
 * Reports the seconds that were spent in a package, as a player reports those of a film. The request outlives the page,
 * which may be left at any time.
 */
export const reportTime = async (id: string, [from, to]: readonly [number, number]) =>
  (
    await callVia(viaKeepalive, training.reportProgress, {
      params: { id },
      body: { watched: [[from, to]], position: to },
    })
  ).data;
