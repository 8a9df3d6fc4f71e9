import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { storedPath } from '../../testing/stored-path.ts';
import { transaction } from '../db/database.ts';
import { createFiles, type Files, type KeptFile } from './files.ts';
import { findStoredFile, insertStoredFile, markDeleted } from './stored-files.ts';
import { sweepFiles } from './sweep.ts';

const db = await testDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'sweep-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const day = 24 * 3600 * 1000;
let daysAhead = 0;
let files: Files;
beforeEach(() => {
  daysAhead = 0;
  files = createFiles({
    dataDir,
    secret: 'x'.repeat(32),
    vault: 'v'.repeat(32),
    clock: () => new Date(Date.now() + daysAhead * day),
  });
});

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

test('the sweep deletes unclaimed files after a day, and none before', async () => {
  const left = await files.receive(Readable.from([Buffer.from('x')]), { maxBytes: 1 });
  daysAhead = 0.9;
  expect((await sweepFiles(db, files)).incoming).toBe(0);
  expect(existsSync(left.path)).toBe(true);
  daysAhead = 1.1;
  expect((await sweepFiles(db, files)).incoming).toBe(1);
  expect(existsSync(left.path)).toBe(false);
});

// shows: threats/kill-or-power-cut
test('the sweep deletes a file without a row after a day, and never one with a row', async () => {
  const [stray, stored] = [await keep(), await keep()];
  await insert(stored);
  daysAhead = 0.9;
  expect((await sweepFiles(db, files)).withoutRow).toBe(0);
  daysAhead = 400;
  expect(await sweepFiles(db, files)).toMatchObject({ incoming: 0, withoutRow: 1 });
  expect([isThere(stray), isThere(stored)]).toEqual([false, true]);
});

test('a thousand orphans and a killed command’s probe are deleted, and files that somebody else put there remain', async () => {
  const foreign = join(dataDir, 'files/signatures/README');
  writeFileSync(foreign, 'mine');
  const probe = join(dataDir, 'files/signatures/.probe-0123456789ab');
  writeFileSync(probe, 'x');
  const name = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}.pdf`;
  for (let i = 0; i < 1201; i += 1) writeFileSync(storedPath(files, 'signatures', name(i)), '');
  daysAhead = 2;
  expect((await sweepFiles(db, files)).withoutRow).toBe(1202);
  expect(existsSync(probe)).toBe(false);
  expect(existsSync(storedPath(files, 'signatures', name(7)))).toBe(false);
  expect(existsSync(foreign)).toBe(true);
});

test('the sweep deletes files marked as deleted long enough ago, row and content', async () => {
  const [old, recent] = [await keep(), await keep()];
  for (const [kept, days] of [
    [old, -31],
    [recent, -29],
  ] as const) {
    const { id } = await insert(kept);
    await transaction(db, (tx) => markDeleted(tx, id, new Date(Date.now() + days * day)));
  }
  expect((await sweepFiles(db, files)).deleted).toBe(1);
  expect([isThere(old), isThere(recent)]).toEqual([false, true]);
  const rows = await db
    .selectFrom('storedFile')
    .select('filename')
    .where('filename', 'in', [old.filename, recent.filename])
    .execute();
  expect(rows.map(({ filename }) => filename)).toEqual([recent.filename]);
});

test('a deleted file that the history still refers to loses its content and keeps its row', async () => {
  const kept = await keep();
  const { id } = await insert(kept);
  const now = new Date();
  await db
    .insertInto('course')
    .values({
      title: 'Fire fighting',
      description: '',
      duration: '5 days',
      price: 1,
      category: 'Safety',
      regulations: '',
      subjects: '[]',
      imageId: id,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await transaction(db, (tx) => markDeleted(tx, id, new Date(Date.now() - 40 * day)));
  for (let i = 0; i < 2; i += 1) expect((await sweepFiles(db, files)).deleted).toBe(0);
  expect(isThere(kept)).toBe(false);
  expect(await db.selectFrom('storedFile').select('id').where('id', '=', id).executeTakeFirst()).toEqual({ id });
});

test('two sweeps at once do not disturb each other', async () => {
  await keep();
  await files.receive(Readable.from([Buffer.from('x')]), { maxBytes: 1 });
  daysAhead = 2;
  await expect(Promise.all([sweepFiles(db, files), sweepFiles(db, files)])).resolves.toBeDefined();
});
