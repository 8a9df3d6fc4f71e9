/** A generator of numbers from 0 to 1 that look random and are the same for the same seed on every run (mulberry32). */
export function chance(seed: string): () => number {
  let state = 0x9e3779b9;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x85ebca6b) ^ (state >>> 13);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of several values, chosen by the next number. */
export function pick<T>(next: () => number, values: readonly [T, ...T[]]): T {
  return values[Math.floor(next() * values.length)] ?? values[0];
}
