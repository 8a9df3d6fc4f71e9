import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './changes.ts';

/** After so many milliseconds a change is seen that nobody has recorded, such as one by hand in the database. */
const longest = 60_000;

/**
 * Keeps results of reads that are the same for everybody, by a key such as an id and a day: until the topic changes, and
 * for a minute at most. What depends on a person, or on what they have just done, is never kept.
 *
 * @param most how many results are kept.
 * @returns what is kept by a program, for reading and adding. It is to be taken before the read whose result is added: after
 *   a change, results that were read before it end up in what is no longer used.
 */
export function keptUntilChange<Value extends object>(
  topic: Topic,
  most: number,
): (changes: Changes) => LRUCache<string, Value> {
  const byProgram = new WeakMap<Changes, LRUCache<string, Value>>();
  const renew = (changes: Changes) => {
    const empty = new LRUCache<string, Value>({ max: most, ttl: longest });
    byProgram.set(changes, empty);
    return empty;
  };
  return (changes) => {
    const kept = byProgram.get(changes);
    if (kept) return kept;
    changes.on(topic, () => void renew(changes));
    return renew(changes);
  };
}
