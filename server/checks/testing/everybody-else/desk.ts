import type { Call } from '@fairlead/contract/platform/call';
import { sql } from 'kysely';
import { password } from '../../../features/accounts/testing/owners.ts';
import type { crewDesk } from '../../../features/people-import/testing/crew-desk.ts';
import type { Answer, Person, TestApp } from '../../../testing/app.ts';
import type { Everything } from '../everything.ts';

/** The people and things on which the operations of the test of everybody else are carried out, and who does so. */
export type Desk = {
  program: TestApp;
  /** What the operations are about. */
  s: Everything;
  admin: Person;
  registrar: Person;
  /** Imports people. */
  crew: Awaited<ReturnType<typeof crewDesk>>;
};

/** An operation, and the tables of the academy as a whole that it may change. */
export type Operation = { of: Call; run: () => Promise<Answer<unknown>>; changes?: readonly string[] };

export const id = (value: string) => ({ params: { id: value } });
export const why = { reason: 'As asked' };
export const confirmed = { currentPassword: password };
export const newPassword = 'steady as she goes';

/** The newest id in a table of a row of the subject's, for what `furnishEverything` does not name. */
export const finder =
  ({ db }: Pick<TestApp, 'db'>) =>
  async (table: string, where: string, value: string, column = 'id'): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(where)} = ${value} order by 1 desc limit 1`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  };
