import { resolve } from 'node:path';
import { type Config, readConfig } from './config.ts';
import { openAcademy } from './platform/academy-id/open-academy.ts';
import { dumpStream } from './platform/backup/dump-stream.ts';
import { noteBackup } from './platform/backup/last-backup.ts';
import { dumpOfRunning } from './platform/backup/running-program.ts';
import { type BackupSize, writeBackup } from './platform/backup/write-backup.ts';
import type { Db } from './platform/db/database.ts';
import { openPlaces } from './platform/files/stores/open-store.ts';
import { createLog } from './platform/http/log.ts';

// npm run backup -- /where/to/put/2026-11-20

/**
 * Time limit in milliseconds: a dump is one statement after the other in one transaction, however large the database
 * is.
 */
const day = 86_400_000;

/** Takes the dump from the running program if it has the embedded database open, else from the database itself. */
async function backUp(config: Config, target: string): Promise<BackupSize> {
  const { dataDir, databaseUrl } = config;
  const stores = openPlaces(config);
  let db: Db | undefined;
  const startDump = async () => {
    const running = databaseUrl === undefined ? await dumpOfRunning(dataDir) : undefined;
    if (running) return running;
    db = await openAcademy(config, {
      purpose: 'command',
      log: createLog('warn'),
      statementLimit: day,
      transactionLimit: day,
    });
    return dumpStream(db);
  };
  try {
    return await writeBackup({ dataDir, target, stores }, startDump);
  } finally {
    await db?.destroy();
  }
}

process.umask(0o077);
const folder = process.argv[2];
if (!folder) {
  console.error('Usage: npm run backup -- FOLDER, which is made');
  process.exit(2);
}
try {
  const target = resolve(folder);
  const began = performance.now();
  const config = readConfig(process.env, { make: false });
  const { files, bytes } = await backUp(config, target);
  await noteBackup(config.dataDir, new Date());
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${target}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
