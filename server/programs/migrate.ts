import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { createLog } from '../platform/http/log.ts';
import { readConfig } from '../settings/config.ts';

// npm run migrate: brings the database to the schema of this version, and ends. A start does the same. An empty
// database on a server gets its tables, for a first start.

process.umask(0o077);
try {
  const config = readConfig(process.env, { make: false });
  const db = await openAcademy(config, { purpose: 'migrate', log: createLog('warn'), tell: console.log });
  await db.destroy();
  console.log('The database has the schema of this version.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
