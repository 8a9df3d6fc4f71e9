import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseOptions, type Db, openDatabase, transaction } from '../db/database.ts';
import type { Log } from '../db/log.ts';
import { migrationNames } from '../db/migrate.ts';
import { DIGESTS_FILE, damaged, digestOf, readDigests } from './digests.ts';
import { tablesOf } from './dump-database.ts';
import { trialPrefix } from './keep-backups.ts';
import { CannotRestore, loadDatabase, migrationsOf } from './load-database.ts';
import { readManifest } from './manifest.ts';
import { dumpLines } from './read-backup.ts';

/** Time limit in milliseconds: all rows are loaded in one transaction. */
const day = 86_400_000;

/** What a trial has restored: rows into a scratch database, and files that were read and compared. */
export type Trial = { rows: number; files: number };

/**
 * Restores a backup for trial: every file is read and compared with its digest, and all rows are loaded into an
 * embedded database in a scratch folder, counted table by table, and brought to this version. Nothing of the academy is
 * touched, and the scratch folder is removed.
 *
 * @param within where the scratch folder is made.
 * @throws CannotRestore when the backup could not be restored, or something is not what it was.
 */
export async function tryRestore(backup: string, { within, log }: { within: string; log: Log }): Promise<Trial> {
  const [manifest, { digests, sums }] = await Promise.all([readManifest(backup), readDigests(backup)]);
  if (manifest && manifest.sums !== sums) throw damaged(DIGESTS_FILE);
  for (const [name, digest] of digests) if ((await digestOf(backup, name)) !== digest) throw damaged(name);
  const dataDir = await mkdtemp(join(within, trialPrefix));
  try {
    const options = { dataDir, log, statementLimit: day, transactionLimit: day };
    const rows = await loadRows(backup, options);
    // the remaining migrations of this version
    const restored = await openDatabase(options);
    await restored.destroy();
    return { rows, files: digests.size };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Loads the rows of a backup into a database with its own schema. */
async function loadRows(backup: string, options: DatabaseOptions): Promise<number> {
  const counts = new Map<string, number>();
  const lines = counting(dumpLines(backup), counts);
  const head = await lines.next();
  const only = migrationsOf(head.done ? '' : head.value, await migrationNames());
  const db = await openDatabase({ ...options, only });
  try {
    const rows = await loadDatabase(db, lines);
    await requireCounts(db, counts);
    return rows;
  } finally {
    await db.destroy();
  }
}

/** Requires that each table has as many rows as the dump has of it. */
async function requireCounts(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  for (const table of await transaction(db, tablesOf)) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
    const [is, was] = [rows[0]?.count ?? 0, counts.get(table) ?? 0];
    if (is !== was) throw new CannotRestore(`The backup has ${was} rows of ${table}, of which ${is} were restored.`);
  }
}

/** Passes lines on, and counts the rows of each table. */
async function* counting(lines: AsyncIterable<string>, counts: Map<string, number>): AsyncGenerator<string> {
  for await (const line of lines) {
    const table = /^\["([a-z0-9_]+)",/.exec(line)?.[1];
    if (table !== undefined) counts.set(table, (counts.get(table) ?? 0) + 1);
    yield line;
  }
}
