import { resolve } from 'node:path';
import { counted } from '@fairlead/contract/values/numbers';
import type { Kysely } from 'kysely';
import { academyIn } from '../platform/academy-id/academy-in-database.ts';
import { databaseInWords } from '../platform/academy-id/compare.ts';
import { bucketsOf, lookAtBucket } from '../platform/academy-id/places.ts';
import { whyOtherVault } from '../platform/academy-id/vault-digest.ts';
import { CannotRestore, loadDatabase, migrationsOf } from '../platform/backup/load-database.ts';
import { lackOf, readManifest } from '../platform/backup/manifest.ts';
import { dumpLines, restoreFiles } from '../platform/backup/read-backup.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrationNames } from '../platform/db/migrate.ts';
import { openStore } from '../platform/files/stores/open-store.ts';
import { createLog } from '../platform/http/log.ts';
import { type Config, readConfig } from '../settings/config.ts';

// npm run restore -- /where/it/was/put/2026-11-20

/** Time limit in milliseconds: all rows are loaded in one transaction. */
const day = 86_400_000;

async function restore(config: Config, backup: string): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const open = () => openStore(config).store;
  const manifest = await readManifest(backup).catch((error: Error) => {
    throw new CannotRestore(`The backup cannot be read: ${error.message}`);
  });
  await refuseOtherBuckets(config, manifest?.academy ?? undefined);
  const lines = dumpLines(backup);
  const head = await lines.next();
  const migrations = migrationsOf(head.done ? '' : head.value, await migrationNames());
  const options = {
    ...(databaseUrl !== undefined && { url: databaseUrl }),
    dataDir,
    log: createLog('warn'),
    tell: console.log,
    statementLimit: day,
    transactionLimit: day,
  };
  // with the schema of the backup
  const db = await openDatabase({ ...options, only: migrations, inspect: refuseAcademy });
  try {
    const files = await restoreFiles(backup, dataDir, open);
    const rows = await loadDatabase(db, lines).catch(async (error: unknown) => {
      await files.undo();
      throw error;
    });
    console.log(
      `Restored: ${counted(rows, 'row')} and ${counted(files.files, 'file')} (${(files.bytes / 1e6).toFixed(1)} MB).`,
    );
    const lack = manifest && lackOf(manifest);
    if (lack !== undefined) {
      console.log(`The backup was incomplete when it was made: ${lack}.`);
      for (const name of manifest?.missing ?? []) console.log(`${name} is missing.`);
      for (const name of manifest?.damaged ?? []) console.log(`${name} is damaged.`);
    }
  } finally {
    await db.destroy();
  }
  // then the remaining migrations of this version
  const restored = await openDatabase(options);
  const noted = await restored.selectFrom('academy').select('vaultDigest').executeTakeFirst();
  await restored.destroy();
  const why = whyOtherVault(config.secrets, noted?.vaultDigest ?? null, databaseInWords(databaseUrl));
  if (why !== undefined) console.log(`Before the start: ${why}`);
}

/** Before anything is changed: the database of an academy may have another schema. */
async function refuseAcademy(db: Kysely<never>): Promise<void> {
  if (await academyIn(db))
    throw new CannotRestore('There are accounts in this database: a backup is restored into an empty one.');
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
  await restore(readConfig(), resolve(backup));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
