import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/db/database.ts';
import { createMigratedDatabase, dropDatabases, silentLog } from './databases.ts';

/**
 * A migrated database that is copied for every test file, created once per run. Data of test files are in `root` and,
 * on a server, in databases whose names begin with `prefix`: vitest runs no hook of a file whose tests are all skipped,
 * so the end of the run removes what is left.
 */
export type DatabaseTemplate =
  | { engine: 'embedded'; root: string; folder: string }
  | { engine: 'server'; root: string; maintenanceUrl: string; prefix: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    databaseTemplate: DatabaseTemplate;
  }
}

/** Called by vitest before the first test file of the server; the returned function is called after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'fairlead-tests-'));
  const clear = project.name === 'server' ? await prepareServer(project, root) : await prepareEmbedded(project, root);
  return async () => {
    await clear();
    await fs.rm(root, { recursive: true });
  };
}

async function prepareEmbedded(project: TestProject, root: string): Promise<() => Promise<void>> {
  const folder = path.join(root, 'template');
  const db = await openDatabase({ dataDir: folder, log: silentLog });
  await db.destroy();
  project.provide('databaseTemplate', { engine: 'embedded', root, folder });
  return async () => {};
}

async function prepareServer(project: TestProject, root: string): Promise<() => Promise<void>> {
  const maintenanceUrl = process.env.TEST_DATABASE_URL;
  if (!maintenanceUrl) {
    throw new Error('TEST_DATABASE_URL has to name a database on the server from which others may be created');
  }
  const prefix = `fairlead_${randomBytes(6).toString('hex')}_`;
  const name = `${prefix}template`;
  await createMigratedDatabase(maintenanceUrl, name, root);
  project.provide('databaseTemplate', { engine: 'server', root, maintenanceUrl, prefix, name });
  return () => dropDatabases(maintenanceUrl, prefix);
}
