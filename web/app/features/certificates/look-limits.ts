// Apart from what reads codes, which only the worker loads (read-code-worker.ts).

/** The library misses some codes that are seen at an angle, and finds them in a smaller picture. */
export const smaller = [0.75, 0.625] as const;
