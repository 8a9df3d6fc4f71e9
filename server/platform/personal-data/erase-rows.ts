import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { isOf, type Person, type PersonalTable } from './personal-table.ts';

/**
 * Deletes and changes a person's rows as each table declares it, in the order of the list: a row's dependants come
 * before it. A second run also erases rows that were added in between.
 */
export async function eraseRows(tx: Tx, tables: readonly PersonalTable[], person: Person): Promise<void> {
  for (const declared of tables) {
    const { deletes, changes } = declared.erasure;
    const table = sql.table(declared.table);
    const theirs = isOf(person, declared);
    if (deletes) {
      const which = deletes === 'all' ? sql`true` : deletes;
      await sql`delete from ${table} where ${theirs} and ${which}`.execute(tx);
    }
    if (changes) {
      const { set, where = sql`true` } = changes(person);
      await sql`update ${table} set ${set} where ${theirs} and ${where}`.execute(tx);
    }
  }
}
