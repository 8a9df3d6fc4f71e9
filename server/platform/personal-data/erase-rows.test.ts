import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { transaction } from '../db/database.ts';
import { eraseRows } from './erase-rows.ts';
import { goesWithAccount } from './personal-table.ts';

const db = await testDatabase();
const [owner, another] = [crypto.randomUUID(), crypto.randomUUID()];

/** Each table refers to the one before it, without a cascade; `port` belongs to nobody, and is not declared. */
await sql`create table barge (id int primary key, account_id uuid)`.execute(db);
await sql`create table voyage (id int primary key, account_id uuid, barge_id int references barge)`.execute(db);
await sql`create table port (id int primary key, voyage_id int references voyage on delete cascade)`.execute(db);
await sql`create table landing (id int primary key, account_id uuid, port_id int references port)`.execute(db);

async function fill(): Promise<void> {
  for (const [id, account] of [owner, another].entries()) {
    await sql`insert into barge values (${id}, ${account})`.execute(db);
    await sql`insert into voyage values (${id}, ${account}, ${id})`.execute(db);
    await sql`insert into port values (${id}, ${id})`.execute(db);
    await sql`insert into landing values (${id}, ${account}, ${id})`.execute(db);
  }
}
const left = async (table: string) =>
  (await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(db)).rows.map(({ id }) => id);

// whatever the order of the features
test.each([[['barge', 'voyage', 'landing']], [['landing', 'barge', 'voyage']], [['voyage', 'landing', 'barge']]])(
  'rows that refer to others are erased before these, also through a table that nobody declares: %j',
  async (names) => {
    await fill();
    const tables = names.map((name) => goesWithAccount(name, name));
    await transaction(db, (tx) => eraseRows(tx, tables, { accountId: owner, addresses: [], now: new Date() }));
    for (const table of ['barge', 'voyage', 'port', 'landing'])
      expect([table, await left(table)]).toEqual([table, [1]]);
    await sql`delete from landing`.execute(db);
    for (const table of ['port', 'voyage', 'barge']) await sql`delete from ${sql.table(table)}`.execute(db);
  },
);
