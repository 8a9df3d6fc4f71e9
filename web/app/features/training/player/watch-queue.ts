import { type Stretch, secondsIn, union } from './watched-stretches.ts';

/**
 * Watched seconds that the server has not acknowledged in full, stored on this device under the ids of the person and
 * the film: they survive a reload, a network failure and the end of the session (lib/session/session.ts keeps them).
 */
export type Unsent = { stretches: readonly Stretch[]; position: number };

/** The person and the film; captured while the person is known, since a session may end while a film plays. */
export type Watching = { person: string; filmId: string };

const keyOf = ({ person, filmId }: Watching) => `watched:${person}:${filmId}`;

/** The stored seconds of a film; undefined when there are none. */
export function readUnsent(watching: Watching): Unsent | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(watching)) ?? 'null') as Unsent | null;
    return kept ? { stretches: union(kept.stretches), position: Number(kept.position) || 0 } : undefined;
  } catch {
    return undefined; // written by another program under the same name: no data of ours is lost
  }
}

/** Merges with the stored seconds, to which another tab may have added; returns all of them. */
export function keepUnsent(watching: Watching, { stretches, position }: Unsent): Unsent {
  const all = { stretches: union([...(readUnsent(watching)?.stretches ?? []), ...stretches]), position };
  if (secondsIn(all.stretches) > 0) localStorage.setItem(keyOf(watching), JSON.stringify(all));
  return all;
}

export const dropUnsent = (watching: Watching): void => localStorage.removeItem(keyOf(watching));
