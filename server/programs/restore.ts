import { existsSync } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { counted } from '@fairlead/contract/values/numbers';
import type { Kysely } from 'kysely';
import { academyIn } from '../platform/academy-id/academy-in-database.ts';
import { databaseInWords } from '../platform/academy-id/compare.ts';
import { bucketsOf, lookAtBucket } from '../platform/academy-id/places.ts';
import { beginRestore, placesOf, RESTORING, type Restoring } from '../platform/academy-id/restoring.ts';
import { whyOtherVault } from '../platform/academy-id/vault-digest.ts';
import { readDigests } from '../platform/backup/digests.ts';
import { CannotRestore, loadDatabase, migrationsOf } from '../platform/backup/load-database.ts';
import { lackOf, type Manifest, readManifest } from '../platform/backup/manifest.ts';
import { bytesOfFiles, dumpLines, LeftBehind, requireUnused, restoreFiles } from '../platform/backup/read-backup.ts';
import { DUMP_FILE } from '../platform/backup/write-backup.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrate.ts';
import { openStore } from '../platform/files/stores/open-store.ts';
import { createLog } from '../platform/http/log.ts';
import { groundLost } from '../platform/outage.ts';
import { type Config, readConfig } from '../settings/config.ts';

// npm run restore -- /where/it/was/put/2026-11-20

/** Time limit in milliseconds: all rows are loaded in one transaction. */
const day = 86_400_000;

/** What the program's own database takes before it has any row, in bytes. */
const emptyDatabase = 64 * 2 ** 20;

/** Below this many free bytes a disk is full: the database then fails in ways that do not say so. */
const fullDisk = 16 * 2 ** 20;

/**
 * Restores a backup into an empty DATA_DIR, database and place of files. One that is killed leaves a note, by which a
 * start is refused and the next restore of the same backup begins again.
 */
async function restore(config: Config, backup: string): Promise<void> {
  const { dataDir, databaseUrl, files } = config;
  const manifest = await readManifest(backup).catch((error: Error) => {
    throw new CannotRestore(`The backup cannot be read: ${error.message}`);
  });
  await refuseOtherBuckets(config, manifest?.academy ?? undefined);
  const { sums } = await readDigests(backup);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(join(dataDir, RESTORING))) await requireUnused(dataDir);
  const [{ called } = { called: 'its folder of files' }] = bucketsOf(files);
  const database = databaseInWords(databaseUrl);
  const note = { backup, sums, database, files: called, places: placesOf(config) };
  const begun = await beginRestore(dataDir, note);
  try {
    await restoreData(config, { backup, manifest, begun });
    await begun.end();
  } catch (error) {
    if (!(error instanceof LeftBehind)) await begun.giveUp();
    throw error;
  } finally {
    begun.release();
  }
  // then the remaining migrations of this version
  const restored = await openDatabase(optionsOf(config));
  const noted = await restored.selectFrom('academy').select('vaultDigest').executeTakeFirst();
  await restored.destroy();
  const why = whyOtherVault(config.secrets, noted?.vaultDigest ?? null, database);
  if (why !== undefined) console.log(`Before the start: ${why}`);
}

const optionsOf = ({ dataDir, databaseUrl }: Config) => ({
  ...(databaseUrl !== undefined && { url: databaseUrl }),
  dataDir,
  log: createLog('warn'),
  tell: console.log,
  statementLimit: day,
  transactionLimit: day,
});

/** Thrown where an earlier restore was killed after all rows had been loaded, and with them all files. */
class IsLoaded extends Error {}

/** Restores files and rows, into a database with the schema of the backup. */
async function restoreData(
  config: Config,
  { backup, manifest, begun }: { backup: string; manifest: Manifest | undefined; begun: Restoring },
): Promise<void> {
  const { dataDir } = config;
  const { wasKilled } = begun;
  const lines = dumpLines(backup);
  const head = await lines.next();
  const only = migrationsOf(head.done ? '' : head.value, await migrationNames());
  if (!wasKilled) await requireSpace(config, backup);
  // with what a killed one has left, there is less space than there will be
  const onEmpty = async () => {
    await begun.note();
    if (wasKilled) await requireSpace(config, backup, 0);
  };
  const inspect = async (db: Kysely<never>) => {
    const academy = await academyIn(db);
    if (academy && wasKilled && academy.id === (manifest?.academy ?? undefined)) throw new IsLoaded();
    if (academy)
      throw new CannotRestore('There are accounts in this database: a backup is restored into an empty one.');
  };
  try {
    const db = await openDatabase({ ...optionsOf(config), only, inspect });
    try {
      const open = () => openStore(config).store;
      const files = await restoreFiles(backup, dataDir, { open, wasKilled, onEmpty });
      const rows = await loadDatabase(db, lines).catch(async (error: unknown) => {
        const named = await namingFullDisk(dataDir, error);
        await files.undo();
        throw named;
      });
      console.log(`Restored: ${counted(rows, 'row')} and ${counted(files.files, 'file')} (${megabytes(files.bytes)}).`);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof IsLoaded) console.log('All rows and files were restored before; the rest is done now.');
    else throw await namingFullDisk(dataDir, error);
  }
  const lack = manifest && lackOf(manifest);
  if (lack !== undefined) {
    console.log(`The backup was incomplete when it was made: ${lack}.`);
    for (const name of manifest?.missing ?? []) console.log(`${name} is missing.`);
    for (const name of manifest?.damaged ?? []) console.log(`${name} is damaged.`);
  }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A failure in words where a disk is full, also one of the embedded database, which has none; else as it is. */
async function namingFullDisk(dataDir: string, cause: unknown): Promise<unknown> {
  if (cause instanceof CannotRestore) return cause;
  if (groundLost(cause) !== 'disk' && (await freeBytes(dataDir)) >= fullDisk) return cause;
  const said = cause instanceof Error ? `: ${cause.message}` : '';
  return new CannotRestore(
    `A disk is full, that of DATA_DIR (${dataDir}) or of the database server${said}. Make room, and enter the command ` +
      'again.',
    { cause },
  );
}

/**
 * Before anything of the backup is written. Rows take at least the space of the packed dump, in the database of
 * DATA_DIR beside what an empty one takes.
 *
 * @param databaseBytes what the empty database will take, 0 where it is there
 * @throws CannotRestore that says how much is missing
 */
async function requireSpace(
  { dataDir, databaseUrl, files }: Config,
  backup: string,
  databaseBytes = emptyDatabase,
): Promise<void> {
  const bytes = await bytesOfFiles(backup, { isFolder: files.place === undefined });
  const rows = async () => (await stat(join(backup, DUMP_FILE))).size;
  const needed = bytes + (databaseUrl === undefined ? databaseBytes + (await rows()) : 0);
  const free = await freeBytes(dataDir);
  if (free < needed)
    throw new CannotRestore(
      `DATA_DIR (${dataDir}) has ${megabytes(free)} free, and the backup needs at least ${megabytes(needed)}: ` +
        `${megabytes(needed - free)} are missing. Nothing was restored.`,
    );
}

/** A restored academy is the same one, and has its own bucket, or a new one. */
async function refuseOtherBuckets({ files }: Config, academy: string | undefined): Promise<void> {
  for (const { bucket, called } of bucketsOf(files)) {
    const { marker } = await lookAtBucket(bucket, called);
    if (marker && marker.academy !== academy)
      throw new CannotRestore(
        `${called} belongs to the academy ${marker.academy}, and the backup is of ${academy ?? 'another one'}: set FILES ` +
          'to an empty bucket, or to another prefix in this one.',
      );
  }
}

process.umask(0o077);
const backup = process.argv[2];
if (!backup) {
  console.error('Usage: npm run restore -- FOLDER, made by npm run backup');
  process.exit(2);
}
try {
  await restore(readConfig(process.env, { make: false }), resolve(backup));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
