import fs from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { describeSchema, SCHEMA_FILE } from './generate-schema.ts';

const db = await testDatabase();

test('the types of the tables are what the migrations make: node server/platform/db/generate-schema.ts', async () => {
  expect(fs.readFileSync(SCHEMA_FILE, 'utf8')).toBe(await describeSchema(db));
});
