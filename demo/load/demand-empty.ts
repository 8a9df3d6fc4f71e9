import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/platform/db/database.ts';

/** Why an academy is not filled, in one line for whoever asked. */
export class Refused extends Error {}

/** Lies in the data folder for as long as the demo is being loaded. */
const markOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'demo-unfinished');

export const markUnfinished = (config: Pick<Config, 'dataDir'>) =>
  writeFile(markOf(config), 'npm run demo has begun to fill this academy.\n', { mode: 0o600 });
export const markFinished = (config: Pick<Config, 'dataDir'>) => rm(markOf(config), { force: true });

/** How to get rid of a demo that is half there. */
export const startOver = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): string =>
  `remove ${dataDir}${databaseUrl ? ', give it an empty database' : ''} and run npm run demo again.`;

/**
 * Only an academy without any course, and without any account but the first administrator's, is filled.
 *
 * @throws Refused otherwise, and while the program runs on the database: it would send the mails that are caused here.
 */
export async function demandEmptyAcademy(db: Db, config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
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

/** Whether a connection of the program's is older than this process, and so another's. */
async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'fairlead'
      and backend_start < now() - make_interval(secs => ${process.uptime()}) limit 1`.execute(db);
  return rows.length > 0;
}
