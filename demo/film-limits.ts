/** The maximum sizes of films in bytes, so that a clone of the repository stays small. */
export const filmLimits = { film: 350_000, short: 60_000, journey: 90_000, all: 9_000_000 } as const;
