import { readConfig } from './config.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLog } from './platform/http/log.ts';

// npm run migrate: brings the database to the schema of this version, and ends. A start does the same.

process.umask(0o077);
try {
  const { databaseUrl: url, dataDir } = readConfig();
  const db = await openDatabase({ ...(url && { url }), dataDir, log: createLog('info') });
  await db.destroy();
  console.log('The database has the schema of this version.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
