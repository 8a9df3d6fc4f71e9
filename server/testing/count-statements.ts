let noted: string[] | undefined;

/** Notes a statement of a database of the tests, while `statementsOf` counts. */
export function noteStatement(sql: string): void {
  noted?.push(sql.replace(/\s+/g, ' ').trim());
}

/**
 * The statements that `work` carries out, in their order; not the beginning and the end of transactions. A count does
 * not depend on the machine, so a test may hold it.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  noted = statements;
  try {
    await work();
  } finally {
    noted = undefined;
  }
  return statements.filter((sql) => !/^(begin|commit|rollback)\b/.test(sql));
}
