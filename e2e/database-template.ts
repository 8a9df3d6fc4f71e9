import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../server/platform/db/database.ts';
import { silentLog } from '../server/testing/databases.ts';

/** The variable that names the template's folder, which the runner's other processes inherit. */
const variable = 'DATABASE_TEMPLATE';

/**
 * Called by the runner before the first test: makes a migrated embedded database, of which each program gets a copy.
 * To make one takes four seconds of a processor.
 *
 * @returns a function that removes it after the last test.
 */
export default async function makeTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-template-'));
  const db = await openDatabase({ dataDir: folder, log: silentLog });
  await db.destroy();
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Puts a migrated, empty database into a data folder that has none. */
export async function copyTemplate(dataDir: string): Promise<void> {
  const folder = process.env[variable];
  if (folder === undefined) throw new Error(`${variable} is not set: the runner has no globalSetup`);
  await cp(join(folder, 'database'), join(dataDir, 'database'), { recursive: true });
}
