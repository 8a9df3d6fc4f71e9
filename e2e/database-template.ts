import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../server/platform/db/database.ts';
import { silentLog } from '../server/testing/databases.ts';

/** Where the processes of the runner find the template: they inherit the environment of the one that made it. */
const variable = 'DATABASE_TEMPLATE';

/**
 * Called by the runner before the first test: makes an embedded database with every migration, which each program gets
 * a copy of. To make one takes four seconds of a processor.
 *
 * @returns what removes it after the last test.
 */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-template-'));
  const db = await openDatabase({ dataDir: folder, log: silentLog });
  await db.destroy();
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Puts a migrated, empty database into a data folder in which there is none. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is not set: the runner has no globalSetup`);
  await cp(join(folder, 'database'), join(dataDir, 'database'), { recursive: true });
}
