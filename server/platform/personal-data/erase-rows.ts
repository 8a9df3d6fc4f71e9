import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Condition } from '../db/condition.ts';
import type { Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.generated.ts';
import { type ErasureRecord, isOf, type Person, type PersonalTable } from './personal-table.ts';

/**
 * The tables in the order in which rows can be deleted: those that refer to another, also through a third, before it.
 */
async function dependantsFirst(tx: Tx, tables: readonly PersonalTable[]): Promise<readonly PersonalTable[]> {
  const { rows: references } = await sql<{ of: string; to: string }>`
    select distinct conrelid::regclass::text as of, confrelid::regclass::text as to
    from pg_constraint where contype = 'f'`.execute(tx);
  const dependantsOf = Map.groupBy(references, ({ to }) => to);
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (table: string): void => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const { of } of dependantsOf.get(table) ?? []) visit(of);
    order.add(table);
  };
  for (const { table } of tables) visit(table);
  const places = [...order];
  return tables.toSorted((one, other) => places.indexOf(one.table) - places.indexOf(other.table));
}

/**
 * Deletes and changes a person's rows as each table declares it. A second run also erases rows that were added in
 * between.
 */
export async function eraseRows(tx: Tx, tables: readonly PersonalTable[], person: Person): Promise<void> {
  const { and } = expressionBuilder<Schema>();
  for (const declared of await dependantsFirst(tx, tables)) {
    const { deletes, changes, recorded } = declared.erasure;
    const theirs = isOf(person, declared);
    if (deletes) {
      const where = deletes === 'all' ? theirs : and([theirs, deletes]);
      await sql`delete from ${sql.table(declared.table)} where ${where}`.execute(tx);
    }
    if (changes) {
      const { set, where } = changes(person);
      await changeRows(tx, { table: declared.table, set, where: where ? and([theirs, where]) : theirs, recorded });
    }
  }
}

type Change = {
  table: string;
  set: RawBuilder<unknown>;
  where: Condition;
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
