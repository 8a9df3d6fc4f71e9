import { LRUCache } from 'lru-cache';
import { onPrimary } from '../db/replica-scope.ts';
import type { Changes, Topic } from './changes.ts';

/** After so many milliseconds a change is seen that nobody has recorded, such as one by hand in the database. */
const longest = 60_000;

/**
 * Returns the values of some ids on a day: those that are kept, and the others from `read`, which leaves out ids that
 * do not exist.
 */
type KeptReader<Value> = (
  changes: Changes,
  wanted: { ids: readonly string[]; day: string },
  read: (missing: readonly string[]) => Promise<Iterable<readonly [string, Value]>>,
) => Promise<Map<string, Value>>;

/**
 * Keeps results of reads that are the same for everybody, by id and day: until one of the topics changes, and for a
 * minute at most. What depends on a person, or on what they have just done, is never kept. What was read before a
 * change is not kept when it arrives after it, and nothing is read from a replica, which may be behind the change.
 *
 * @param most how many results a program keeps.
 */
export function keptUntilChange<Value extends object>(topics: readonly Topic[], most: number): KeptReader<Value> {
  const byProgram = new WeakMap<Changes, LRUCache<string, Value>>();
  const renew = (changes: Changes) => {
    const empty = new LRUCache<string, Value>({ max: most, ttl: longest });
    byProgram.set(changes, empty);
    return empty;
  };
  const keptBy = (changes: Changes) => {
    const kept = byProgram.get(changes);
    if (kept) return kept;
    for (const topic of topics) changes.on(topic, () => void renew(changes));
    return renew(changes);
  };
  return async (changes, { ids, day }, read) => {
    // taken before the read: after a change it is no longer the one that is asked
    const kept = keptBy(changes);
    const found = new Map<string, Value>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const one = kept.get(`${day} ${id}`);
      if (one) found.set(id, one);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const [id, value] of await onPrimary(() => read(missing))) {
      kept.set(`${day} ${id}`, value);
      found.set(id, value);
    }
    return found;
  };
}
