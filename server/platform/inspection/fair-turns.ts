import type { QueueUse } from '../uses.ts';

/** Runs work when its turn comes. */
export type FairTurns = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/** How much waits for each scheduler that has a name. */
export const turnQueues = new Map<string, () => QueueUse>();

/**
 * A scheduler that runs at most `places` tasks at a time, and at most one for each person. A free place goes to the
 * person who has waited longest since their last turn, so that many files of one person delay others by one file only.
 *
 * @param name under which it is measured.
 */
export function fairTurns(places: number, name?: string): FairTurns {
  const waiting = new Map<string, (() => void)[]>();
  const served = new Set<string>();
  const waitingNow = () => [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
  if (name !== undefined) turnQueues.set(name, () => ({ waiting: waitingNow(), running: served.size }));

  function fillPlaces(): void {
    for (const [person, [start, ...others]] of waiting) {
      if (served.size === places) return;
      if (served.has(person) || !start) continue;
      if (others.length > 0) waiting.set(person, others);
      else waiting.delete(person);
      served.add(person);
      start();
    }
  }

  return async (person, work) => {
    await new Promise<void>((start) => {
      waiting.set(person, [...(waiting.get(person) ?? []), start]);
      fillPlaces();
    });
    try {
      return await work();
    } finally {
      served.delete(person);
      const others = waiting.get(person);
      waiting.delete(person);
      // behind everybody else who is waiting
      if (others) waiting.set(person, others);
      fillPlaces();
    }
  };
}
