/** An interval of a film, in seconds. */
export type Stretch = readonly [from: number, to: number];

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
const length = ([from, to]: Stretch) => to - from;

/** The seconds in disjoint intervals. */
export const secondsIn = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, stretch) => sum + length(stretch), 0);

/** The intervals clipped to the film; those that are reversed, empty or not numbers are dropped. */
export function clip(stretches: readonly Stretch[], duration: number): Stretch[] {
  return stretches
    .map(([from, to]): Stretch => [milliseconds(Math.max(0, from)), Math.min(milliseconds(to), duration)])
    .filter((stretch) => length(stretch) > 0);
}

/** The same seconds as disjoint intervals in ascending order; gaps shorter than `closing` seconds are closed. */
export function union(stretches: readonly Stretch[], closing = 0): Stretch[] {
  const joined: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from - last[1] <= closing) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** The parts of `stretches` that are not in `without`; both disjoint and ascending. */
export function subtract(stretches: readonly Stretch[], without: readonly Stretch[]): Stretch[] {
  const rest: Stretch[] = [];
  let next = 0;
  for (const [from, to] of stretches) {
    let start = from;
    while (next < without.length && (without[next]?.[1] ?? 0) <= start) next++;
    for (let i = next; i < without.length; i++) {
      const [cutFrom, cutTo] = without[i] as Stretch;
      if (cutFrom >= to) break;
      if (cutFrom > start) rest.push([start, cutFrom]);
      start = Math.max(start, cutTo);
    }
    if (start < to) rest.push([start, to]);
  }
  return rest;
}

/** The earliest seconds of disjoint, ascending intervals, at most `seconds` of them. */
export function earliest(stretches: readonly Stretch[], seconds: number): Stretch[] {
  const taken: Stretch[] = [];
  let left = seconds;
  for (const [from, to] of stretches) {
    // Rounded down to the millisecond, so that no more than the budget is charged.
    const until = Math.min(to, Math.floor((from + left) * 1000) / 1000);
    if (until <= from) break;
    taken.push([from, until]);
    left -= until - from;
  }
  return taken;
}
