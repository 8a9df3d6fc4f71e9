import { randomBytes } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lackOf, readManifest } from './manifest.ts';

/** A backup in a folder of backups. */
export type KeptBackup = { folder: string; takenAt: Date; isComplete: boolean };

/** The name of the backup of a night. */
export const nameOfNight = (at: Date): string => at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

/** The same, and what the timer of an earlier version named. */
const isOfNight = (folder: string) => /^\d{4}-\d{2}-\d{2}-\d{4}(\d{2})?$/.test(basename(folder));

/** Whether a backup was taken by a time. One of later was taken by a clock that was wrong then, or is now. */
export const isUntil =
  (now: Date) =>
  ({ takenAt }: KeptBackup): boolean =>
    takenAt <= now;

/** How many days, weeks and months keep a backup each. */
const kept = { days: 7, weeks: 5, months: 12 } as const;

const dayMs = 86_400_000;
const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);
const periodOf: Record<keyof typeof kept, (at: Date) => string> = {
  days: (at) => String(dayOf(at)),
  // from Monday: the first day of the count was a Thursday
  weeks: (at) => String(Math.floor((dayOf(at) + 3) / 7)),
  months: (at) => at.toISOString().slice(0, 7),
};

/**
 * Chooses the backups to delete. Kept are the last complete one of each of the last 7 days, 5 weeks and 12 months in
 * UTC that have one, so that nights without a backup delete none. An incomplete one is kept until a complete one
 * follows. One that is later than now is kept, and counts for nothing.
 *
 * @param backups those of one academy.
 */
export function chooseOld(backups: readonly KeptBackup[], now: Date): KeptBackup[] {
  const newestFirst = backups.filter(isUntil(now)).sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const complete = newestFirst.filter(({ isComplete }) => isComplete);
  const chosen = new Set<KeptBackup>();
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<string>();
    for (const one of complete) {
      const period = periodOf[unit](one.takenAt);
      if (seen.has(period) || seen.size >= kept[unit]) continue;
      seen.add(period);
      chosen.add(one);
    }
  }
  const last = complete[0]?.takenAt ?? new Date(0);
  return newestFirst.filter((one) => !chosen.has(one) && (one.isComplete || one.takenAt < last));
}

/** The folders in a folder of backups, which need not be there. */
const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

/** The backups of an academy in a folder, newest first. What else is there is not named. */
export async function listBackups(folder: string, academy: string): Promise<KeptBackup[]> {
  const found: KeptBackup[] = [];
  for (const name of await foldersIn(folder)) {
    if (isUnfinished(name)) continue;
    const path = join(folder, name);
    const manifest = await readManifest(path).catch(() => undefined);
    if (manifest?.academy !== academy) continue;
    found.push({ folder: path, takenAt: new Date(manifest.takenAt), isComplete: lackOf(manifest) === undefined });
  }
  return found.sort((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
}

/** The name of a folder that is not a backup yet, or no longer, beside the backup's own. */
export const unfinished = (target: string) => `${target}.unfinished-${randomBytes(4).toString('hex')}`;
const isUnfinished = (name: string) => name.startsWith(trialPrefix) || /\.unfinished-[0-9a-f]{8}$/.test(name);

/** How the scratch folder of a trial restore begins. */
export const trialPrefix = '.fairlead-trial-';

/** How old an unfinished folder is before it is taken for one that a killed command has left, in milliseconds. */
const leftAfter = 7 * dayMs;

/**
 * Deletes the old backups of an academy that nights have made in a folder, and what killed commands have left there.
 * Each loses its name first, so that one that is half deleted is never taken for a backup. Nothing else is touched:
 * somebody who has given a backup a name, such as the one before an update, may want just that one.
 *
 * @returns the folders of the deleted backups.
 */
export async function deleteOldBackups(
  folder: string,
  { academy, now }: { academy: string; now: Date },
): Promise<string[]> {
  const nightly = (await listBackups(folder, academy)).filter((one) => isOfNight(one.folder));
  const old = chooseOld(nightly, now);
  for (const one of old) {
    const aside = unfinished(one.folder);
    await rename(one.folder, aside);
    await rm(aside, { recursive: true });
  }
  for (const name of await foldersIn(folder)) {
    if (!isUnfinished(name)) continue;
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > leftAfter) await rm(path, { recursive: true });
  }
  return old.map((one) => one.folder);
}
