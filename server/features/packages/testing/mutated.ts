/** Random numbers below `limit` that a seed repeats (mulberry32). */
function diceOf(seed: number): (limit: number) => number {
  let state = seed * 0x9e3779b9;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % limit;
  };
}

/** A damaged copy of a file: some of its bytes are changed, or a part is cut out, repeated, or the end is missing. */
export function mutated(whole: Buffer, seed: number): Buffer {
  const dice = diceOf(seed);
  const copy = Buffer.from(whole);
  const at = dice(copy.length);
  const length = 1 + dice(64);
  switch (dice(5)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]);
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at, at + length), copy.subarray(at)]);
    default:
      for (let i = 0; i <= dice(16); i += 1) copy[dice(copy.length)] = dice(256);
      return copy;
  }
}
