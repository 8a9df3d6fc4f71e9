import { accounts } from '@fairlead/contract/accounts/calls';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

const program = await testApp();
const { call, db, person } = program;
const admin = await person('admin');
const list = (query: Record<string, string>) => call(accounts.listApproved, { query }, admin);

/** Inserts approved learners in one statement, all with the same registration time. */
const addCrew = (count: number, name: string) =>
  sql`insert into account (email, prefix, first_name, last_name, mobile, password_hash, email_verified_at, approved_at)
    select lower(${name}) || '-' || n || '@example.org', 'Mr', ${name}, 'Hand ' || n, '', '', now(), now()
    from generate_series(1, ${count}) as n`.execute(db);

beforeAll(async () => {
  await addCrew(1000, 'Deck');
});

test.each(['0', '201', '-1', '1.5', 'all', ''])('a limit of %j is refused', async (limit) => {
  const message = 'The limit is a number from 1 to 200';
  expect(await list({ limit })).toMatchObject({ status: 400, body: { code: 'invalid', fields: { limit: message } } });
});

test.each([
  ['1', 1],
  ['200', 200],
])('a limit of %s gives so many rows', async (limit, rows) => {
  expect((await list({ limit })).body).toHaveLength(rows);
});

test('without a limit a page has a hundred rows', async () => {
  expect((await list({})).body).toHaveLength(100);
});

test.each(['junk', "' or 1=1 --", '0', '%00', '00000000-0000-4000-8000-00000000000'])(
  'a pagination cursor of %j is refused, and does not restart the list',
  async (after) => {
    const answer = await list({ after });
    expect(answer).toMatchObject({ status: 400, body: { fields: { after: 'There is no such place in this list' } } });
  },
);

test('a pagination cursor whose row was deleted still works', async () => {
  const newest = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
  expect((await list({ after: newest })).body).toEqual((await list({})).body);
  expect((await list({ after: '00000000-0000-4000-8000-000000000000' })).body).toEqual([]);
});

test('the link to the next page keeps the query, and the last page has none', async () => {
  const first = await list({ q: 'hand 99', limit: '7' });
  expect(first.headers['x-total-count']).toBe('11');
  const link = /^<(\/api\/[^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
  expect(link).toContain('q=hand+99&limit=7&after=');
  const second = await program.request('GET', link, { as: admin });
  const rows = [...first.body, ...(second.body as typeof first.body)];
  expect(new Set(rows.map(({ email }) => email)).size).toBe(11);
  expect(second.headers.link).toBeUndefined();
});

test('the total is exact up to 1,000 and is not counted beyond', async () => {
  expect((await list({ limit: '1' })).headers['x-total-count']).toBe('1000');
  await addCrew(1, 'Engine');
  expect((await list({ limit: '1' })).headers['x-total-count']).toBe('1000+');
});

// shows: asvs/1.2.4
test('a search needs two letters, and matches them literally', async () => {
  expect((await list({ q: 'z' })).body).toHaveLength(100);
  expect((await list({ q: '  z ' })).body).toHaveLength(100);
  const nobody = ['zz', '  zz ', 'zzz', '100%', '___', 'hand\\', '%%%'];
  for (const q of [...nobody, '..', '.*', 'd|', '(d', '[d', '\\d', '%%', '__', '??']) {
    expect(await list({ q })).toMatchObject({ status: 200, body: [] });
  }
});

test('two letters are found where a word begins, and more letters anywhere', async () => {
  await person('learner', { firstName: 'Asha-Devi', lastName: "O'Brien", email: 'pia.qu+work@ship.example.org' });
  const found = async (q: string) => (await list({ q })).body.map(({ name }) => name);
  for (const q of ['as', 'DE', "o'", 'br', 'qu', 'wo', 'sh', 'sha', 'evi'])
    expect(await found(q), q).toContain("Asha-Devi O'Brien");
  for (const q of ['sa', 'rk', 'vi', 'ue']) expect(await found(q), q).not.toContain("Asha-Devi O'Brien");
});

test('a name in a script without spaces is found by any part of it, and others from two letters', async () => {
  await person('learner', { firstName: '小明', lastName: '王', email: 'xiaoming@example.org' });
  await person('learner', { firstName: 'Li', lastName: '欧阳娜娜', email: 'nana@example.org' });
  await person('learner', { firstName: 'आशा', lastName: 'नायर', email: 'asha@example.org' });
  await person('learner', { firstName: 'محمد', lastName: 'علي', email: 'ali@example.org' });
  const found = async (q: string) => (await list({ q })).body.map(({ name }) => name);
  for (const q of ['小明', '明', '王', ' 王 ', '小明 王']) expect(await found(q), q).toEqual(['小明 王']);
  for (const q of ['欧阳', '阳娜', '娜', '欧阳娜娜', 'i 欧']) expect(await found(q), q).toEqual(['Li 欧阳娜娜']);
  for (const q of ['明小', '伟', '王小']) expect(await found(q), q).toEqual([]);
  for (const q of ['आश', 'ना', 'शा न']) expect(await found(q), q).toEqual(['आशा नायर']);
  for (const q of ['مح', 'عل']) expect(await found(q), q).toEqual(['محمد علي']);
  expect(await found('आ')).not.toEqual(['आशा नायर']);
});
