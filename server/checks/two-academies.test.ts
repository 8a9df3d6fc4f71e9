import { randomBytes } from 'node:crypto';
import { accounts } from '@fairlead/contract/accounts/calls';
import pg from 'pg';
import { expect, test } from 'vitest';
import { signAccessToken } from '../features/accounts/sign-in/tokens.ts';
import { testApp } from '../testing/app.ts';
import { databaseLocation, testOnServer } from '../testing/database.ts';
import { withMaintenance } from '../testing/databases.ts';

// Two academies on one set of machines: each has a database, a role and secrets of its own (docs/scale.md).

const [one, other] = [await testApp(), await testApp()];

test('a session of one academy is none in another', async () => {
  const person = await one.person('admin');
  const token = await signAccessToken(person, one.config.secrets.token, one.clock());
  const ask = ({ app }: typeof one) =>
    app.inject({ method: 'GET', url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });
  expect((await ask(one)).statusCode).toBe(200);
  expect((await ask(other)).statusCode).toBe(401);
});

test('an account of one academy is not found in another', async () => {
  const { email } = await one.person('learner', { email: 'asha@example.org' });
  const search = { query: { q: email } };
  const found = await one.call(accounts.listApproved, search, await one.person('admin'));
  expect(found.body.map((account) => account.email)).toEqual([email]);
  expect((await other.call(accounts.listApproved, search, await other.person('admin'))).body).toEqual([]);
});

test('academies sign with keys of their own', async () => {
  const [own, foreign] = await Promise.all([one.keys.facts(), other.keys.facts()]);
  expect(own.id).not.toBe(foreign.id);
});

testOnServer('the role of one academy cannot connect to the database of another', async () => {
  const places = [await databaseLocation(), await databaseLocation()];
  const urls = places.map(({ url = '' }) => new URL(url));
  const maintenance = new URL(urls[0]?.href ?? '');
  maintenance.pathname = '/postgres';
  const roles = urls.map(() => `academy_${randomBytes(6).toString('hex')}`);
  const quoted = (name = '') => pg.escapeIdentifier(name);
  const databaseOf = (url: URL) => quoted(url.pathname.slice(1));
  const connect = async (role: number, database: number) => {
    const url = new URL(urls[database]?.href ?? '');
    Object.assign(url, { username: roles[role], password: 'of this role' });
    return withMaintenance(url.href, async (client) => (await client.query('select current_user')).rows);
  };
  try {
    // as docs/scale.md says
    await withMaintenance(maintenance.href, async (client) => {
      for (const [index, url] of urls.entries()) {
        await client.query(`create role ${quoted(roles[index])} login password 'of this role'`);
        await client.query(`revoke connect, temporary on database ${databaseOf(url)} from public`);
        await client.query(`grant connect on database ${databaseOf(url)} to ${quoted(roles[index])}`);
      }
    });
    expect(await connect(0, 0)).toEqual([{ current_user: roles[0] }]);
    await expect(connect(0, 1)).rejects.toMatchObject({ code: '42501' });
    await expect(connect(1, 0)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await withMaintenance(maintenance.href, async (client) => {
      for (const [index, url] of urls.entries()) {
        await client.query(`revoke all on database ${databaseOf(url)} from ${quoted(roles[index])}`);
        await client.query(`drop role ${quoted(roles[index])}`);
      }
    });
  }
});
