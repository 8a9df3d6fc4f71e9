/** Number of rows in one statement, well within its limit of parameters. */
const atOnce = 500;

/** These in parts, each of which fits into one statement. */
export const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / atOnce) }, (_, n) => all.slice(n * atOnce, (n + 1) * atOnce));
