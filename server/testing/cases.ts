/** Whether the long tests run (`npm run soak -- tests` and `-- engines`), which have all cases. */
const isLong = process.env.LONG_TESTS !== undefined;

/** All cases of a table in the long tests; in the gate one of so many, which shows that the rule is there. */
export const someOf = <Case>(cases: readonly Case[], oneOf: number): Case[] =>
  cases.filter((_, index) => isLong || index % oneOf === 0);

/** How often something is tried with made-up values: `often` in the long tests, `seldom` in the gate. */
export const timesOf = (seldom: number, often: number): number => (isLong ? often : seldom);
