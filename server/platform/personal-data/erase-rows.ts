import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { type ErasureRecord, isOf, type Person, type PersonalTable } from './personal-table.ts';

/**
 * Deletes and changes a person's rows as each table declares it, in the order of the list: a row's dependants come
 * before it. A second run also erases rows that were added in between.
 */
export async function eraseRows(tx: Tx, tables: readonly PersonalTable[], person: Person): Promise<void> {
  for (const declared of tables) {
    const { deletes, changes, recorded } = declared.erasure;
    const table = sql.table(declared.table);
    const theirs = isOf(person, declared);
    if (deletes) {
      const which = deletes === 'all' ? sql`true` : deletes;
      await sql`delete from ${table} where ${theirs} and ${which}`.execute(tx);
    }
    if (changes) {
      const { set, where = sql`true` } = changes(person);
      await changeRows(tx, { table: declared.table, set, where: sql`${theirs} and ${where}`, recorded });
    }
  }
}

type Change = {
  table: string;
  set: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  recorded?: ErasureRecord | undefined;
};

/** Changes the rows of a table that meet a condition, records that where it must be, and returns their number. */
export async function changeRows(tx: Tx, { table, set, where, recorded }: Change): Promise<number> {
  const changed = sql.table(table);
  if (!recorded) {
    const { numAffectedRows = 0n } = await sql`update ${changed} set ${set} where ${where}`.execute(tx);
    return Number(numAffectedRows);
  }
  const columns = sql.join(['id', ...recorded.columns].map((column) => sql.ref(column)));
  const { rows } = await sql<Record<string, unknown>>`
    with before as (select ${columns} from ${changed} where ${where} for update),
    changed as (update ${changed} set ${set} from before where ${sql.ref(`${table}.id`)} = before.id)
    select * from before`.execute(tx);
  await recorded.write(tx, rows);
  return rows.length;
}
