import { randomInt } from 'node:crypto';

/** Returns a random integer from 0 up to, but not including, `end`. */
export type Below = (end: number) => number;

/** A copy in random order, all equally likely (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], below: Below = randomInt): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other] as T, order[last] as T];
  }
  return order;
}

/** A copy in random order in which some items keep their places; the others are shuffled among theirs. */
export function shuffledAround<T>(items: readonly T[], keepsPlace: (item: T) => boolean, below?: Below): T[] {
  const others = shuffled(
    items.filter((item) => !keepsPlace(item)),
    below,
  );
  let next = 0;
  return items.map((item) => (keepsPlace(item) ? item : (others[next++] as T)));
}
