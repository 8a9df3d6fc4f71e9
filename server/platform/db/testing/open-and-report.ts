// Run by a test in several processes at once: opens the database and reports what it found.
import { sql } from 'kysely';
import { openDatabase } from '../database.ts';

const applied: unknown[] = [];
const log = {
  info: (details: object) => {
    if ('migrations' in details) applied.push(details.migrations);
  },
  warn: console.error,
  error: console.error,
};
const { URL_OF_DATABASE: url, DATA_DIR: dataDir = '', MIGRATIONS: migrations } = process.env;
const db = await openDatabase({ url, dataDir, log, migrations });
const { rows } = await sql<{ count: number }>`select count(*) from fruit`.execute(db);
console.log(JSON.stringify({ applied: applied.flat(), fruit: rows[0]?.count }));
await db.destroy();
