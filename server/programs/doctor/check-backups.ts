import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '@fairlead/contract/values/numbers';
import { readMarker } from '../../platform/academy-id/marker.ts';
import { DIGESTS_FILE, digestOf, readDigests } from '../../platform/backup/digests.ts';
import { readLastBackup } from '../../platform/backup/last-backup.ts';
import { lackOf, MANIFEST_FILE, type Manifest, readManifest } from '../../platform/backup/manifest.ts';
import { DUMP_FILE } from '../../platform/backup/write-backup.ts';
import type { Config } from '../../settings/config.ts';
import { type Finding, fine, look, reasonOf, wrong } from './finding.ts';

/** A daily backup that failed once. */
const mostHours = 50;

const remedy = 'npm run backup -- FOLDER, every night by a timer';

/** The last backup by `npm run backup`: whether it is there, whole, of this academy, and not old. */
export async function checkBackups({ dataDir }: Pick<Config, 'dataDir'>, clock: () => Date): Promise<Finding[]> {
  const last = await readLastBackup(dataDir);
  if (!last) return [wrong('There was never a backup.', remedy)];
  const day = last.at.slice(0, 10);
  if (last.outcome === 'failed') return [wrong(`The backup of ${day} failed: ${last.reason}`, remedy)];
  const { folder } = last;
  if (folder === undefined)
    return [age(last.at, clock()), look('Where the last backup is was not noted by the version that made it.', remedy)];
  if (!existsSync(folder)) return [wrong(`The backup of ${day} is not at ${folder} any more.`, remedy)];
  try {
    const manifest = await readManifest(folder);
    if (!manifest) return [wrong(`There is no backup in ${folder} any more: it lacks ${MANIFEST_FILE}.`, remedy)];
    const academy = (await readMarker(dataDir))?.academy;
    if (academy !== undefined && manifest.academy !== academy)
      return [wrong(`The backup at ${folder} is of another academy, ${manifest.academy}.`, remedy)];
    const lack = lackOf(manifest);
    const missing = 'npm run files -- check names them; copy them from an older backup.';
    return [
      age(manifest.takenAt, clock()),
      ...(lack === undefined ? [] : [wrong(`The backup of ${day} is incomplete: ${lack}.`, missing)]),
      await whole(folder, manifest),
      await disk(folder, dataDir),
    ];
  } catch (error) {
    return [wrong(`The backup at ${folder} cannot be read: ${reasonOf(error)}.`, remedy)];
  }
}

function age(at: string, now: Date): Finding {
  const hours = (now.getTime() - new Date(at).getTime()) / 3_600_000;
  return hours > mostHours
    ? wrong(`The last backup is ${counted(Math.floor(hours / 24), 'day')} old.`, remedy)
    : fine(`The last backup is of ${at.slice(0, 16).replace('T', ' ')} UTC`);
}

/** Whether one broken disk would take the academy and its backup. */
async function disk(folder: string, dataDir: string): Promise<Finding> {
  const [backup, data] = await Promise.all([stat(folder), stat(dataDir)]);
  return backup.dev === data.dev
    ? look(
        'The last backup is on the same disk as DATA_DIR: a broken disk or a lost machine takes both.',
        'Write backups to another disk, or copy them to another machine each night: rsync -aH FOLDER/ other-machine:FOLDER/',
      )
    : fine('The last backup is on another disk than DATA_DIR');
}

/** Whether every file of a backup is there, and its rows are what they were. Its other files are not read. */
async function whole(folder: string, { sums }: Manifest): Promise<Finding> {
  const found = await readDigests(folder);
  const damaged = (name: string) => wrong(`The backup at ${folder} is damaged: ${name} is not what it was.`, remedy);
  if (found.sums !== sums) return damaged(DIGESTS_FILE);
  let files = 0;
  for (const [name, digest] of found.digests) {
    const path = join(folder, name);
    const isThere = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isThere) return wrong(`The backup at ${folder} lacks ${name}.`, remedy);
    if (name === DUMP_FILE && (await digestOf(folder, name)) !== digest) return damaged(name);
    files += 1;
  }
  return fine(`The last backup has all of its files: ${files}`);
}
