import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, inject, test } from 'vitest';
import { type Db, openDatabase } from '../platform/db/database.ts';
import { isLong } from './cases.ts';
import { noteStatement } from './count-statements.ts';
import { createDatabase, dropDatabases, silentLog, urlOf } from './databases.ts';
import type { DatabaseTemplate } from './global-setup.ts';

/** The place of a test's own database; pass it to `openDatabase` or to a child process. */
export type DatabaseLocation = { url?: string | undefined; dataDir: string };

/**
 * Whether this run uses a PostgreSQL server. Only there can two callers run concurrently, so that tests of races are
 * meaningful.
 */
export const onServer = () => inject('databaseTemplate').engine === 'server';

/** A test of behaviour that only a server has. It is part of the server's run; the other run does not count it. */
export const testOnServer = (name: string, check: () => Promise<void>): void => {
  if (onServer()) test(name, check);
};
/** A test that the embedded engine would only repeat, and slowly. There it is a long one. */
export const testOnOneEngine = (name: string, check: () => Promise<void>): void => {
  if (onServer() || isLong) test(name, check);
};
export const describeOnServer = (name: string, tests: () => void): void => {
  if (onServer()) describe(name, tests);
};

/**
 * A fresh migrated database for the test file that calls this at its top, on the engine of the project in which it runs
 * (vitest.config.ts). It is closed and removed after the file's last test. Opening costs half a second or more, so
 * each file opens one, and its tests create rows of their own.
 */
export async function testDatabase(): Promise<Db> {
  const db = await openDatabase({ ...(await databaseLocation()), log: silentLog, onStatement: noteStatement });
  // hooks run last in, first out: the database is closed before its files are removed
  afterAll(() => db.destroy());
  return db;
}

/** A place with a migrated database that nobody has opened yet, removed after the file's last test. */
export async function databaseLocation(): Promise<DatabaseLocation> {
  const template = inject('databaseTemplate');
  const dataDir = await temporaryFolder(template.root);
  if (template.engine === 'server') return { url: await copyOnServer(template, template.name), dataDir };
  await fs.cp(template.folder, dataDir, { recursive: true });
  return { dataDir };
}

/** The same without tables, for tests of the migrations. */
export async function emptyDatabaseLocation(): Promise<DatabaseLocation> {
  const template = inject('databaseTemplate');
  const dataDir = await temporaryFolder(template.root);
  return template.engine === 'server' ? { url: await copyOnServer(template, 'template0'), dataDir } : { dataDir };
}

async function temporaryFolder(root: string): Promise<string> {
  const folder = await fs.mkdtemp(path.join(root, 'file-'));
  afterAll(() => fs.rm(folder, { recursive: true, force: true }));
  return folder;
}

async function copyOnServer({ maintenanceUrl, prefix }: DatabaseTemplate & { engine: 'server' }, source: string) {
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await createDatabase(maintenanceUrl, name, source);
  afterAll(() => dropDatabases(maintenanceUrl, name));
  return urlOf(maintenanceUrl, name);
}
