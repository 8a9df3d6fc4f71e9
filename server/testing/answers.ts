/** The number of responses for each status, for tests of races. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * How many people do the same thing at the same moment, in a test of a race that needs many. They are waited for, so
 * that `npm run soak -- engines` has five times as many as `npm test`.
 */
export const crowd = Number(process.env.CROWD ?? 40);
