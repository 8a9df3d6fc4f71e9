import { sql } from 'kysely';
import type { TestApp } from '../../../testing/app.ts';
import { keyOf } from '../rest-of-academy.ts';

/** As an academy is after four years without anybody: every date and time in these rows. */
export async function age(program: TestApp, names: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and data_type in ('date', 'timestamp with time zone')`.execute(program.db);
  for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
    const keys = [...names].flatMap((name) => (name.startsWith(`${table} `) ? [name.slice(table.length + 1)] : []));
    if (keys.length === 0) continue;
    const set = sql.join(
      columns.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(column)} - interval '4 years'`),
    );
    await sql`update ${sql.table(table)} set ${set} where ${await keyOf(program, table)} = any(${keys}::text[])`.execute(
      program.db,
    );
  }
}
