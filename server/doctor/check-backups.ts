import type { Config } from '../config.ts';
import { readLastBackup } from '../platform/backup/last-backup.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** A daily backup that failed once. */
const mostHours = 50;

/** The age of the last backup by `npm run backup`. */
export async function checkBackups({ dataDir }: Pick<Config, 'dataDir'>, clock: () => Date): Promise<Finding[]> {
  const mend = 'npm run backup -- FOLDER, every night by a timer';
  const last = await readLastBackup(dataDir);
  if (!last) return [wrong('There was never a backup.', mend)];
  const hours = (clock().getTime() - last.getTime()) / 3_600_000;
  return [
    hours > mostHours
      ? wrong(`The last backup is ${Math.floor(hours / 24)} days old.`, mend)
      : fine(`The last backup is of ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC`),
  ];
}
