import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onServer, testDatabase } from '../../testing/database.ts';

const db = await testDatabase();

test('ids are in order of creation, because lists are ordered by them', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 200; n++) {
    const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(db);
    ids.push(rows[0]?.id ?? '');
  }
  expect(new Set(ids).size).toBe(200);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Math.abs(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
  // the embedded engine's clock has a resolution of milliseconds, so two of its ids may have the same time
  const timeOf = (id: string) => (onServer() ? id : id.slice(0, 18));
  expect(ids.map(timeOf)).toEqual(ids.map(timeOf).toSorted());
});
