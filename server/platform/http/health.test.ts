import { accounts } from '@fairlead/contract/accounts/calls';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { version } from '../../settings/version.ts';
import { testApp } from '../../testing/app.ts';
import { databaseLocation, testOnServer } from '../../testing/database.ts';
import { withMaintenance } from '../../testing/databases.ts';

const program = await testApp();
const ready = async () => {
  const { status, body } = await program.request('GET', '/readyz');
  return { status, body };
};

test('a program that has what it needs is ready', async () => {
  expect(await ready()).toEqual({ status: 200, body: { status: 'ready', version } });
});

testOnServer('with a database that only reads, the program is degraded, and says why nothing is stored', async () => {
  const { url = '' } = await databaseLocation();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(program.db);
  const name = rows[0]?.name ?? '';
  const set = (how: string) =>
    withMaintenance(url, async (client) => {
      await client.query(`alter database ${pg.escapeIdentifier(name)} ${how}`);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });
  await set('set default_transaction_read_only = on');
  try {
    const lacking = ['a database that can be written to'];
    await expect.poll(ready).toEqual({ status: 200, body: { status: 'degraded', version, lacking } });
    const answer = await program.call(accounts.forgotPassword, { body: { email: 'mate@example.org' } });
    expect([answer.status, answer.body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
    expect(answer.body.message).toMatch(/^Nothing can be stored at the moment/);
  } finally {
    await set('reset default_transaction_read_only');
  }
  await expect.poll(ready).toEqual({ status: 200, body: { status: 'ready', version } });
});
