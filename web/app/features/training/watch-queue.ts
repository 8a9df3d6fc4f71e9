import { type Stretch, secondsIn, union } from './watched-stretches.ts';

/**
 * Watched seconds that the server has not acknowledged in full, kept on this device under the person's and the
 * film's id: they outlive a reload, a dead link and the end of the session (lib/session.ts lets them survive).
 */
export type Unsent = { stretches: readonly Stretch[]; position: number };

/** Whose seconds of which film; taken down while the person is known, since a session may end under a playing film. */
export type Watching = { person: string; filmId: string };

const keyOf = ({ person, filmId }: Watching) => `watched:${person}:${filmId}`;

/** What is kept of a film; undefined when there is nothing. */
export function readUnsent(watching: Watching): Unsent | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(watching)) ?? 'null') as Unsent | null;
    return kept ? { stretches: union(kept.stretches), position: Number(kept.position) || 0 } : undefined;
  } catch {
    return undefined; // written by another program under the same name: nothing of ours is lost
  }
}

/** Adds to what is kept, which another tab may have added to; gives all of it. */
export function keepUnsent(watching: Watching, { stretches, position }: Unsent): Unsent {
  const all = { stretches: union([...(readUnsent(watching)?.stretches ?? []), ...stretches]), position };
  if (secondsIn(all.stretches) > 0) localStorage.setItem(keyOf(watching), JSON.stringify(all));
  return all;
}

export const dropUnsent = (watching: Watching): void => localStorage.removeItem(keyOf(watching));
