import { counted } from '@fairlead/contract/values/numbers';
import { NoAcademy, OtherAcademy } from '../platform/academy-id/compare.ts';
import { readMarker } from '../platform/academy-id/marker.ts';
import { openAcademy } from '../platform/academy-id/open-academy.ts';
import { dumpStream } from '../platform/backup/dump-stream.ts';
import { type LastBackup, noteBackup } from '../platform/backup/last-backup.ts';
import { lackOf } from '../platform/backup/manifest.ts';
import { describeRunning, dumpOfRunning } from '../platform/backup/running-program.ts';
import { type Backup, writeBackup } from '../platform/backup/write-backup.ts';
import { openPlaces } from '../platform/files/stores/open-store.ts';
import { createLog } from '../platform/http/log.ts';
import type { Config } from '../settings/config.ts';

/**
 * Time limit in milliseconds: a dump is one statement after the other in one transaction, however large the database
 * is.
 */
const day = 86_400_000;
const limits = { statementLimit: day, transactionLimit: day };

type Target = {
  /** The folder that is made. */
  target: string;
  /** An earlier backup on the same disk, to whose files those that have not changed are linked. */
  earlier?: string | undefined;
};

/** Takes the dump from the running program if it has the embedded database open, else from the database itself. */
async function write(config: Config, { target, earlier }: Target): Promise<Backup> {
  const { dataDir, databaseUrl, secrets } = config;
  const isRunning = databaseUrl === undefined && (await describeRunning(dataDir)) !== undefined;
  // before anything is written
  const db = isRunning
    ? undefined
    : await openAcademy(config, { ...limits, purpose: 'command', log: createLog('warn') });
  const startDump = async () => {
    const dump = db ? dumpStream(db) : await dumpOfRunning(dataDir);
    if (!dump) throw new Error('The program has ended meanwhile. Please enter the command again.');
    return dump;
  };
  try {
    const stores = openPlaces(config);
    return await writeBackup({ dataDir, target, earlier, stores, vault: secrets.vault }, startDump);
  } finally {
    await db?.destroy();
  }
}

/**
 * Makes a backup of the academy that the settings name, and notes how it ended, for the doctor and for the program,
 * which tells administrators.
 *
 * @throws as `writeBackup` and `openAcademy`; that is noted too, unless there is no academy.
 */
async function backUp(config: Config, to: Target): Promise<Backup> {
  const note = (ended: Pick<LastBackup, 'outcome' | 'reason'>) =>
    noteBackup(config.dataDir, { at: new Date(), folder: to.target, ...ended });
  try {
    const made = await write(config, to);
    const reason = lackOf(made);
    await note(reason === undefined ? { outcome: 'complete' } : { outcome: 'incomplete', reason });
    return made;
  } catch (error) {
    // Where there is no academy, nothing is to be written. A nightly backup that lacks a setting is noted.
    const isAcademy =
      !(error instanceof NoAcademy || error instanceof OtherAcademy) || (await hasMarker(config.dataDir));
    if (isAcademy)
      await note({ outcome: 'failed', reason: lineOf(error) }).catch((why: unknown) => console.error(lineOf(why)));
    throw error;
  }
}

const hasMarker = (dataDir: string) =>
  readMarker(dataDir).then(
    (marker) => marker !== undefined,
    () => false,
  );

/** The message of an error. */
export const lineOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Makes a backup and prints what it has and what it lacks.
 *
 * @returns whether it is complete, and the files that are damaged in the earlier one.
 * @throws as `backUp`
 */
export async function backUpAndPrint(
  config: Config,
  to: Target,
): Promise<{ isComplete: boolean; damagedBefore: readonly string[] }> {
  const began = performance.now();
  const made = await backUp(config, to);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const ofAcademy = made.academy === null ? '' : ` of the academy ${made.academy}`;
  const size = `${counted(made.files, 'file')}, ${(made.bytes / 1e6).toFixed(1)} MB`;
  console.log(`${to.target}${ofAcademy}: ${size}, in ${seconds} s`);
  for (const name of made.missing) console.error(`${name} is missing.`);
  for (const name of made.damaged) console.error(`${name} is damaged.`);
  const lack = lackOf(made);
  if (lack !== undefined)
    console.error(`The backup is incomplete: ${lack}. It is kept. npm run files -- check reads every file again.`);
  return { isComplete: lack === undefined, damagedBefore: made.damagedBefore };
}
