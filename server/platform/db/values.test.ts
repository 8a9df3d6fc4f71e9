import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { transaction } from './database.ts';

// The same tests run on both engines, which keeps their types equal.

const db = await testDatabase();

async function read(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return rows[0]?.value;
}

test.each([
  ['int8', `42::bigint`, 42],
  ['the largest exact int8', `9007199254740991::bigint`, Number.MAX_SAFE_INTEGER],
  ['count', `(select count(*) from generate_series(1, 3))`, 3],
  ['numeric', `12.50::numeric`, 12.5],
  ['double precision', `0.1::float8`, 0.1],
  ['date', `date '2026-09-05'`, '2026-09-05'],
  ['timestamptz', `timestamptz '2026-09-05 10:00:00.123+05:30'`, new Date('2026-09-05T04:30:00.123Z')],
  ['timestamptz to the microsecond', `timestamptz '1969-12-31 23:59:59.999999Z'`, new Date('1969-12-31T23:59:59.999Z')],
  ['timestamptz to the second', `timestamptz '2026-09-05 10:00:00Z'`, new Date('2026-09-05T10:00:00Z')],
  ['a time of the first century', `timestamptz '0044-03-15 12:00:00Z'`, new Date('0044-03-15T12:00:00Z')],
  ['a time before Christ', `timestamptz '0044-03-15 12:00:00Z BC'`, new Date('-000043-03-15T12:00:00Z')],
  ['a time without end', `timestamptz 'infinity'`, new Date(Number.NaN)],
  ['a time beyond those of a Date', `timestamptz '294276-12-31 00:00:00Z'`, new Date(Number.NaN)],
  ['uuid', `'0192f0c1-2f6a-7cc0-8000-0123456789ab'::uuid`, '0192f0c1-2f6a-7cc0-8000-0123456789ab'],
  ['jsonb', `'{"snake_case": [1, null, "a"]}'::jsonb`, { snake_case: [1, null, 'a'] }],
  ['a jsonb array', `'[{"a_b": 1}]'::jsonb`, [{ a_b: 1 }]],
  ['bytea', `'\\x00ff80'::bytea`, Buffer.from([0, 255, 128])],
  ['text[]', `array['a', null, 'b,"\\']`, ['a', null, 'b,"\\']],
  ['int8[]', `array[1, null]::bigint[]`, [1, null]],
  ['date[]', `array[date '2026-09-05']`, ['2026-09-05']],
  ['uuid[]', `array['0192f0c1-2f6a-7cc0-8000-0123456789ab'::uuid]`, ['0192f0c1-2f6a-7cc0-8000-0123456789ab']],
  ['boolean', `true`, true],
  ['null', `null::int`, null],
  ['an empty text', `''`, ''],
])('%s is read as the right type', async (_, expression, value) => {
  expect(await read(expression)).toEqual(value);
});

test('an int8 beyond the safe integers is an error and not another number', async () => {
  await expect(read('9007199254740993::bigint')).rejects.toThrow(RangeError);
  expect(await read('1')).toBe(1);
});

test.each([
  ['text', 'text', 'राजेश "\\\' \n{}'],
  ['int8', 'bigint', 42],
  ['numeric', 'numeric', 12.5],
  ['date', 'date', '2026-09-05'],
  ['timestamptz', 'timestamptz', new Date('1899-12-31T23:59:59.999Z')],
  ['bytea', 'bytea', Buffer.from([0, 255, 92])],
  ['text[]', 'text[]', ['a', null, 'b,"\\', '', 'null']],
  ['int[]', 'int[]', [1, 2]],
  ['boolean', 'boolean', false],
  ['null', 'text', null],
])('%s is read as it was written', async (_, type, value) => {
  const { rows } = await sql<{ value: unknown }>`select ${value}::${sql.raw(type)} as value`.execute(db);
  expect(rows[0]?.value).toEqual(value);
});

test('jsonb is written with JSON.stringify, arrays too', async () => {
  for (const value of [{ a_b: 1 }, ['x', { y: null }], 'text', 3, null]) {
    const { rows } = await sql<{ value: unknown }>`select ${JSON.stringify(value)}::jsonb as value`.execute(db);
    expect(rows[0]?.value).toEqual(value);
  }
});

describe('a write', () => {
  const limit = (key: string) => ({ key, windowEndsAt: new Date(), count: 1 });

  test('returns the number of rows that it changed', async () => {
    await db
      .insertInto('rateLimit')
      .values([limit('rows-a'), limit('rows-b')])
      .execute();
    const update = await db
      .updateTable('rateLimit')
      .set({ count: 2 })
      .where('key', 'like', 'rows-%')
      .executeTakeFirst();
    expect(update.numUpdatedRows).toBe(2n);
    const none = await db.deleteFrom('rateLimit').where('key', '=', 'nobody').executeTakeFirst();
    expect(none.numDeletedRows).toBe(0n);
  });

  test('with an ignored conflict changes none and returns no row', async () => {
    const insert = () =>
      db
        .insertInto('rateLimit')
        .values(limit('conflict'))
        .onConflict((conflict) => conflict.doNothing())
        .returning('key')
        .executeTakeFirst();
    expect(await insert()).toEqual({ key: 'conflict' });
    expect(await insert()).toBeUndefined();
  });

  test('accepts a value that is used twice and one whose type is only known from the column', async () => {
    const end = new Date('2026-11-20T10:00:00Z');
    await db.insertInto('rateLimit').values({ key: 'typed', windowEndsAt: end, count: 7 }).execute();
    const row = await db
      .selectFrom('rateLimit')
      .select(['count', 'windowEndsAt'])
      .where('windowEndsAt', '=', end)
      .where('key', 'in', ['typed', 'other'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ count: 7, windowEndsAt: end });
  });
});

test('ids are ordered by the time of their creation', async () => {
  const ids = await transaction(db, async (tx) => {
    const { rows } = await sql<{
      id: string;
    }>`select new_id() as id, pg_sleep(0.002) from generate_series(1, 5)`.execute(tx);
    return rows.map(({ id }) => id);
  });
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(5);
  expect(ids[0]?.[14]).toBe('7');
});
