/** Does work when its turn comes. */
export type FairTurns = <T>(person: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets `places` pieces of work be done at a time, one at most for each person. A place that becomes free goes to the
 * person who has waited longest since their last turn, so that many files of one person keep others waiting for one.
 */
export function fairTurns(places: number): FairTurns {
  const waiting = new Map<string, (() => void)[]>();
  const served = new Set<string>();

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
      // behind everybody else who waits
      if (others) waiting.set(person, others);
      fillPlaces();
    }
  };
}
