import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../server/platform/db/database.ts';
import type { Config } from '../../server/settings/config.ts';

/** The reason why an academy is not filled, in one line for the terminal. */
export class Refused extends Error {}

/** A marker file in the data folder, which exists while the demo is being loaded. */
const markOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'demo-unfinished');

export const markUnfinished = (config: Pick<Config, 'dataDir'>) =>
  writeFile(markOf(config), 'npm run demo has begun to fill this academy.\n', { mode: 0o600 });
export const markFinished = (config: Pick<Config, 'dataDir'>) => rm(markOf(config), { force: true });

/** How to remove a demo that was loaded only in part. */
export const startOver = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string =>
  `remove ${dataDir}${databaseUrl ? ', give it an empty database' : ''} and run npm run demo again.`;

/**
 * Checks that the academy has no course, and no account but the first administrator's: only then may it be filled.
 *
 * @throws Refused otherwise, and while a server runs on the database: it would send the email that is created here.
 */
export async function requireEmptyAcademy(db: Db, config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  if (config.databaseUrl && (await isInUse(db))) {
    throw new Refused('The program is running on this database: stop it first.');
  }
  const course = await db.selectFrom('course').select('id').limit(1).executeTakeFirst();
  const people = await db.selectFrom('account').select('role').limit(2).execute();
  if (!course && (people.length === 0 || (people.length === 1 && people[0]?.role === 'admin'))) return;
  if (existsSync(markOf(config))) {
    throw new Refused(`An earlier run did not come to its end and left half a demo behind: ${startOver(config)}`);
  }
  throw new Refused(
    'This academy has content already, and the demo fills only an empty one. Nothing was changed. ' +
      'For one beside it, set DATA_DIR to a new folder, here and for npm start.',
  );
}

/** Whether a connection of the program is older than this process, and therefore belongs to another process. */
async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'fairlead'
      and backend_start < now() - make_interval(secs => ${process.uptime()}) limit 1`.execute(db);
  return rows.length > 0;
}
