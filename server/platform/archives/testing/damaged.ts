/** Random whole numbers below an end, the same for each seed. */
export function numbers(start: number) {
  let state = start;
  return (end: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** A file with some bytes changed, removed, repeated, or cut off. */
export function damaged(content: Buffer, below: (end: number) => number): Buffer {
  let bytes = Buffer.from(content);
  for (let times = 1 + below(4); times > 0; times -= 1) {
    const [at, length] = [below(bytes.length), 1 + below(60)];
    const piece = bytes.subarray(at, at + length);
    const way = below(5);
    if (way === 0) bytes[at] = below(256);
    else if (way === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    else if (way === 2) bytes = Buffer.concat([bytes.subarray(0, at), piece, piece, bytes.subarray(at + length)]);
    else if (way === 3) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from('<>&"{}=~#\0'), bytes.subarray(at)]);
    else bytes = bytes.subarray(0, Math.max(1, at));
  }
  return bytes;
}

/** A file with up to eight of its bytes changed and its length kept, which most readers still open. */
export function scratched(content: Buffer, below: (end: number) => number): Buffer {
  const bytes = Buffer.from(content);
  for (let times = 1 + below(8); times > 0; times -= 1) bytes[below(bytes.length)] = below(256);
  return bytes;
}
