import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { transaction } from '../db/database.ts';
import { createFiles, type KeptFile } from './files.ts';
import { findStoredFile, insertStoredFile, markDeleted } from './stored-files.ts';
import { storedPath } from './testing/stored-path.ts';

const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'stored-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });

const keep = async () =>
  files.keep(await files.receiveOwn(Buffer.from('%PDF'), 'application/pdf', 'x.pdf'), 'certificates');
const insert = (kept: KeptFile) => transaction(db, (tx) => insertStoredFile(tx, kept, { ownerId: null }));
const isThere = (kept: KeptFile) => existsSync(storedPath(files, kept.folder, kept.filename));
const find = (kept: KeptFile) => findStoredFile(db, kept.folder, kept.filename);

test('a stored file is found by its URL, with all data of its row', async () => {
  const kept = await keep();
  const row = await insert(kept);
  expect(await find(kept)).toEqual(row);
  expect(row).toMatchObject({ ...kept, ownerId: null, deletedAt: null });
  expect(await findStoredFile(db, 'signatures', kept.filename)).toBeUndefined();
  expect(await findStoredFile(db, 'certificates', 'other.pdf')).toBeUndefined();
});

test('one file has one row', async () => {
  const kept = await keep();
  await insert(kept);
  await expect(insert(kept)).rejects.toMatchObject({ code: '23505' });
});

test('a file marked as deleted is not found any more, and the first mark remains', async () => {
  const kept = await keep();
  const { id } = await insert(kept);
  await transaction(db, (tx) => markDeleted(tx, id, new Date('2026-11-20T10:00:00Z')));
  await transaction(db, (tx) => markDeleted(tx, id, new Date('2026-11-25T10:00:00Z')));
  expect(await find(kept)).toBeUndefined();
  const row = await db.selectFrom('storedFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.deletedAt).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(isThere(kept)).toBe(true);
});
