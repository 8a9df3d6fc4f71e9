import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { NoAcademy, OtherAcademy } from '../../platform/academy-id/compare.ts';
import { readMarker } from '../../platform/academy-id/marker.ts';
import { inspectAcademy } from '../../platform/academy-id/open-academy.ts';
import { unfinishedRestore } from '../../platform/academy-id/restoring.ts';
import { describeRunning } from '../../platform/backup/running-program.ts';
import type { Db } from '../../platform/db/database.ts';
import { hasEmbeddedDatabase } from '../../platform/db/embedded/place.ts';
import { createLog } from '../../platform/http/log.ts';
import { type Described, describeAcademy, describedIn, inWords, isEmpty } from '../../program/described-academy.ts';
import type { Config } from '../../settings/config.ts';
import { cannotRead, type Finding, fine, look, wrong } from './finding.ts';

/** What was found, and whether there is an academy whose files, keys and backups can be examined. */
export type AcademyFound = { findings: Finding[]; isThere: boolean };

const settings = 'with the settings of the program: DATABASE_URL, DATA_DIR and FILES.';

/** Which academy the settings lead to, and whether its database and its files belong together. Nothing is changed. */
export async function checkAcademy(config: Config): Promise<AcademyFound> {
  try {
    return { findings: [await find(config)], isThere: true };
  } catch (error) {
    // which the check of the database says
    if (cannotRead(error)) return { findings: [], isThere: hasSecrets(config) };
    if (!(error instanceof NoAcademy || error instanceof OtherAcademy)) throw error;
    const begin = error instanceof NoAcademy ? ' A new academy begins with its first start.' : '';
    return { findings: [wrong(error.message, `Run the doctor ${settings}${begin}`)], isThere: false };
  }
}

/** Whether an academy has been started on DATA_DIR: what is known where its database is away. */
export const hasSecrets = ({ dataDir }: Pick<Config, 'dataDir'>): boolean => existsSync(join(dataDir, 'secrets'));

async function find(config: Config): Promise<Finding> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined) return findEmbedded(dataDir);
  const described = await inspectAcademy(config, createLog('silent'), async (db, id) =>
    id === undefined ? undefined : describeAcademy(db as unknown as Db, config),
  );
  return described ? found(described) : notYet;
}

/** Only the running program can open the embedded database, which cannot be another academy's than its folder. */
async function findEmbedded(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) throw new NoAcademy(`There is no academy: DATA_DIR (${dataDir}) does not exist.`);
  const unfinished = await unfinishedRestore(dataDir);
  if (unfinished !== undefined) throw new NoAcademy(unfinished);
  if (!hasEmbeddedDatabase(dataDir))
    throw new NoAcademy(`There is no academy: DATA_DIR (${dataDir}) has no database, and DATABASE_URL is not set.`);
  const described = describedIn((await describeRunning(dataDir))?.described);
  if (described) return found(described);
  const marker = await readMarker(dataDir);
  return marker ? fine(`The academy ${marker.academy}, whose program does not run`) : notYet;
}

const notYet = look('This version has not been started on the academy yet, which gives it an id.', 'npm start');

const found = (academy: Described): Finding =>
  isEmpty(academy)
    ? look(`${inWords(academy)}.`, `If there should be more, run the doctor ${settings}`)
    : fine(inWords(academy));
