import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { emptyDatabaseLocation } from '../../testing/database.ts';
import { silentLog } from '../../testing/databases.ts';
import { addProfile } from '../../testing/factories.ts';
import { type DatabaseOptions, type Db, openDatabase, transaction } from '../db/database.ts';
import { migrationNames } from '../db/migrate.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { Worker } from '../jobs/worker.ts';
import { createFiles } from './files.ts';
import { folders, isEncryptedAtRest } from './folders.ts';
import { fileJobs } from './jobs.ts';
import { storedPath } from './testing/stored-path.ts';

const [program, old, empty] = await Promise.all([testApp(), emptyDatabaseLocation(), emptyDatabaseLocation()]);
const { db, files, person, worker } = program;

test('unencrypted identity documents are encrypted by an idempotent job, which skips missing files', async () => {
  const me = await person();
  await addProfile(program, me);
  const { filename } = await db
    .selectFrom('storedFile')
    .select('filename')
    .where('ownerId', '=', me.accountId)
    .where('folder', '=', 'profile_pictures')
    .executeTakeFirstOrThrow();
  const path = storedPath(files, 'profile_pictures', filename);
  const content = await files.read('profile_pictures', filename);
  writeFileSync(path, content);
  for (let run = 0; run < 2; run++) {
    await transaction(db, (tx) => enqueue(tx, 'seal-old-files', {}));
    await worker.drain();
    expect(readFileSync(path).includes(content.subarray(0, 64))).toBe(false);
    expect((await files.read('profile_pictures', filename)).equals(content)).toBe(true);
  }
  const failed = db.selectFrom('job').select('lastError').where('lastError', 'is not', null);
  expect(await failed.execute()).toEqual([]);
});

/** Opens the database with only the migrations of an older version, or with all of them. */
const openOld = (only?: DatabaseOptions['only']) => openDatabase({ ...old, log: silentLog, ...(only && { only }) });
const before = async (name: string) => (await migrationNames()).filter((one) => one < name);

/** Inserts a row for an unencrypted file, with the columns of the version before encryption at rest. */
const addPlainFile = (older: Db, file: { folder: string; filename: string; sizeBytes: number }) =>
  older
    .insertInto('storedFile')
    .values({ ...file, contentType: 'application/pdf', originalName: 'paper.pdf', sha256: '0'.repeat(64) })
    .execute();

test('a database from before encryption at rest is migrated, and its identity documents are encrypted and readable', async () => {
  const { dataDir } = old;
  const store = createFiles({ dataDir, secret: 'links', vault: 'of the vault', clock: () => new Date() });
  const older = await openOld(await before('0093'));
  const documents = folders.map((folder) => ({
    folder,
    filename: `${randomUUID()}.pdf`,
    content: randomBytes(70_000),
  }));
  for (const { folder, filename, content } of documents) {
    writeFileSync(storedPath(store, folder, filename), content);
    await addPlainFile(older, { folder, filename, sizeBytes: content.length });
  }
  await older.destroy();

  const now = await openOld();
  try {
    const clock = () => new Date();
    const log = { debug: () => {}, info: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };
    const worker = new Worker({ db: now, handlers: fileJobs({ db: now, files: store }), clock, log });
    expect(await worker.drain()).toBe(1);
    for (const { folder, filename, content } of documents) {
      const lies = readFileSync(storedPath(store, folder, filename));
      expect(lies.includes(content.subarray(0, 64)), folder).toBe(!isEncryptedAtRest(folder));
      expect((await store.read(folder, filename)).equals(content), folder).toBe(true);
    }
    expect(await worker.drain()).toBe(0);
  } finally {
    await now.destroy();
  }
});

test('a database without identity documents gets no such job', async () => {
  const older = await openDatabase({ ...empty, log: silentLog, only: await before('0093') });
  await older.destroy();
  const now = await openDatabase({ ...empty, log: silentLog });
  try {
    expect(await now.selectFrom('job').select('kind').where('kind', '=', 'seal-old-files').execute()).toEqual([]);
  } finally {
    await now.destroy();
  }
});
