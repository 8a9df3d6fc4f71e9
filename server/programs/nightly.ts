import { join, resolve } from 'node:path';
import { counted } from '@fairlead/contract/values/numbers';
import { readMarker } from '../platform/academy-id/marker.ts';
import { deleteOldBackups, isUntil, listBackups, nameOfNight } from '../platform/backup/keep-backups.ts';
import {
  isTrialDue,
  NIGHT_LOCK_FOLDER,
  type NightFault,
  type NightStep,
  noteNight,
  readLastNight,
} from '../platform/backup/last-night.ts';
import { tryRestore } from '../platform/backup/try-restore.ts';
import { lockFolder } from '../platform/db/embedded/folder-lock.ts';
import { createLog } from '../platform/http/log.ts';
import { backUpAndPrint, lineOf } from '../program/back-up.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { examineAndPrint } from './doctor/print.ts';

// npm run nightly -- /where/backups/are/kept

const incomplete = 'The backup is incomplete: stored files are missing or damaged.';

/**
 * The work of a night: a backup, whose unchanged files are links to those of the one before; the deletion of old
 * backups; once in four weeks a trial restore; and the doctor. A step that fails does not hold the next ones back. What
 * is wrong is noted in DATA_DIR, from where the running program tells administrators.
 *
 * @param within the folder with the backups.
 * @returns what is wrong.
 * @throws as `backUp` where there is no academy; when another process works through a night.
 */
async function workThroughNight(config: Config, within: string): Promise<NightFault[]> {
  const { dataDir } = config;
  const target = join(within, nameOfNight(new Date()));
  const academy = (await readMarker(dataDir))?.academy;
  if (academy === undefined) {
    // refused with the reason, but for an academy of an earlier version
    const { isComplete } = await backUpAndPrint(config, { target });
    return isComplete ? [] : [{ step: 'backup', says: incomplete }];
  }
  const unlock = lockFolder(join(dataDir, NIGHT_LOCK_FOLDER), 'The work of the night is running already.');
  // without it, a trial restore is due
  let { restoredAt } = (await readLastNight(dataDir).catch(() => undefined)) ?? {};
  const faults: NightFault[] = [];
  let older: string[] = [];

  /** Each returns a line for everything that is wrong. */
  const steps: Record<NightStep, () => Promise<string[]>> = {
    backup: async () => {
      const [earlier] = (await listBackups(within, academy)).filter(isUntil(new Date()));
      const { isComplete, damagedBefore } = await backUpAndPrint(config, { target, earlier: earlier?.folder });
      const files = `${earlier?.folder} has ${counted(damagedBefore.length, 'damaged file')}, such as`;
      older = damagedBefore.slice(0, 1).map((name) => `${files} ${name}. The new backup has copies of its own.`);
      return isComplete ? [] : [incomplete];
    },
    'old backups': async () => {
      const now = new Date();
      for (const folder of await deleteOldBackups(within, { academy, now })) console.log(`${folder} is deleted.`);
      const later = (await listBackups(within, academy)).filter(({ takenAt }) => takenAt > now);
      return [
        ...older,
        ...later.map(({ folder }) => `${folder} is later than now, and counts for nothing: a clock was wrong, or is.`),
      ];
    },
    'trial restore': async () => {
      const now = new Date();
      const newest = (await listBackups(within, academy)).filter(isUntil(now)).find(({ isComplete }) => isComplete);
      if (!newest || !isTrialDue(restoredAt, now)) return [];
      const { rows, files } = await tryRestore(newest.folder, { within, log: createLog('warn') });
      restoredAt = new Date().toISOString();
      console.log(`${newest.folder} was restored for trial: ${counted(rows, 'row')}, ${counted(files, 'file')}.`);
      return [];
    },
    doctor: async () => {
      const found = await examineAndPrint(config);
      // said once
      const isKnown = faults.some(({ step }) => step === 'backup');
      const more = found.filter(({ subject }) => !(isKnown && subject === 'backups'));
      return more.map(({ subject, says }) => `${subject}: ${says}`);
    },
  };
  for (const step of Object.keys(steps) as NightStep[]) {
    const found = await steps[step]().catch((error: unknown) => [lineOf(error)]);
    // the doctor prints what it finds
    if (step !== 'doctor') for (const says of found) console.error(`${step}: ${says}`);
    faults.push(...found.map((says) => ({ step, says })));
  }
  await noteNight(dataDir, { at: new Date().toISOString(), faults, ...(restoredAt !== undefined && { restoredAt }) });
  unlock();
  return faults;
}

process.umask(0o077);
const folder = process.argv[2];
if (!folder) {
  console.error('Usage: npm run nightly -- FOLDER, in which backups are kept');
  process.exit(2);
}
try {
  const faults = await workThroughNight(readConfig(process.env, { make: false }), resolve(folder));
  if (faults.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
