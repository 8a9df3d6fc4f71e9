import { resolve } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { CannotRestore, loadDatabase, migrationsOf } from './platform/backup/load-database.ts';
import { dumpLines, restoreFiles } from './platform/backup/read-backup.ts';
import { openDatabase } from './platform/db/database.ts';
import { migrationNames } from './platform/db/migrate.ts';
import { openStore } from './platform/files/stores/open-store.ts';
import { createLog } from './platform/http/log.ts';

// npm run restore -- /where/it/was/put/2026-11-20

/** Time limit in milliseconds: all rows are loaded in one transaction. */
const day = 86_400_000;

async function restore(config: Config, backup: string): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const open = () => openStore(config).store;
  const lines = dumpLines(backup);
  const head = await lines.next();
  const migrations = migrationsOf(head.done ? '' : head.value, await migrationNames());
  const options = {
    ...(databaseUrl !== undefined && { url: databaseUrl }),
    dataDir,
    log: createLog('warn'),
    statementLimit: day,
    transactionLimit: day,
  };
  // with the schema of the backup
  const db = await openDatabase({ ...options, only: migrations });
  try {
    const files = await restoreFiles(backup, dataDir, open);
    const rows = await loadDatabase(db, lines).catch(async (error: unknown) => {
      await files.undo();
      throw error;
    });
    console.log(`${rows} rows and ${files.files} files (${(files.bytes / 1e6).toFixed(1)} MB) are restored.`);
  } finally {
    await db.destroy();
  }
  // then the remaining migrations of this version
  await (await openDatabase(options)).destroy();
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
  console.error(error instanceof CannotRestore ? error.message : error);
  process.exitCode = 1;
}
