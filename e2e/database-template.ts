import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openDatabase } from '../server/platform/db/database.ts';
import {
  createDatabase,
  createMigratedDatabase,
  dropDatabases,
  silentLog,
  urlOf,
} from '../server/testing/databases.ts';

/** The variable that names the templates' folder, which the runner's other processes inherit. */
const variable = 'DATABASE_TEMPLATE';

/** The template on the server; the names of its copies begin with it. */
const serverNameOf = (folder: string) => basename(folder).replaceAll('-', '_');

/**
 * Called by the runner before the first test: makes a migrated database on each engine, of which each program gets a
 * copy. To make the embedded one takes four seconds of a processor.
 *
 * @returns a function that removes them, and copies that are left, after the last test.
 */
export default async function makeTemplates(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-template-'));
  const db = await openDatabase({ dataDir: folder, log: silentLog });
  await db.destroy();
  const maintenanceUrl = process.env.TEST_DATABASE_URL;
  if (maintenanceUrl) await createMigratedDatabase(maintenanceUrl, serverNameOf(folder), folder);
  process.env[variable] = folder;
  return async () => {
    if (maintenanceUrl) await dropDatabases(maintenanceUrl, serverNameOf(folder));
    await rm(folder, { recursive: true, force: true });
  };
}

function templateFolder(): string {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is not set: the runner has no globalSetup`);
  return folder;
}

/** Puts a migrated, empty database into a data folder that has none. */
export async function copyTemplate(dataDir: string): Promise<void> {
  await cp(join(templateFolder(), 'database'), join(dataDir, 'database'), { recursive: true });
}

/** Creates a migrated, empty database on a server; returns its URL, and a function that drops it. */
export async function copyServerTemplate(maintenanceUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const template = serverNameOf(templateFolder());
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await createDatabase(maintenanceUrl, name, template);
  return { url: urlOf(maintenanceUrl, name), drop: () => dropDatabases(maintenanceUrl, name) };
}
