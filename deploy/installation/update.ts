import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotInstall, currentRelease, places, versionOf } from './places.ts';
import { ownOrigin, readyVersion, watchAnswers } from './readiness.ts';
import { keepAssets, migrationsOf, removeOthers, switchTo, tryRelease, unpack } from './releases.ts';
import { runOnAcademy } from './run-program.ts';
import { installUnits, isServiceReady, requireSystemd, restartService } from './service.ts';
import { ownSettings } from './settings.ts';

/** The time in the name of a folder, such as 2026-11-29-231507. */
const timeInName = () => new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

function backUp(from: string, version: string): string {
  const folder = join(places.backups, `before-${version}-${timeInName()}`);
  // one that lacks files is one all the same: the next night lacks them as well
  if (runOnAcademy('backup.ts', [folder], from) !== 0 && !existsSync(folder))
    throw new CannotInstall('The backup failed: nothing was changed.');
  return folder;
}

/** Whether the database is one that another program, a server, has: it takes migrations while the academy runs. */
const hasServer = () =>
  ownSettings().DATABASE_URL !== undefined ||
  existsSync(join(places.secrets, 'database-url')) ||
  ownSettings().DATABASE_URL_FILE !== undefined;

/** The links of a release, its units, and the program that runs: another one in their place. */
async function replaceBy(release: string, seconds?: number): Promise<boolean> {
  const holdsSockets = installUnits(release);
  switchTo(release);
  await restartService(holdsSockets);
  return isServiceReady(release, seconds);
}

/** How long migrations may take, in seconds; the program says in the journal which one runs. */
const migrating = 3600;

/**
 * Replaces the release that runs by that of an archive. What can fail without the academy comes first: the archive, a
 * start apart, the backup; on a server also the migrations. If the new release does not get ready, the one before runs
 * again, unless migrations have run: the older program refuses the newer schema, and the backup is named.
 */
export async function update(archive: string): Promise<void> {
  requireSystemd();
  const from = currentRelease();
  const to = await unpack(archive);
  const [older, newer] = [versionOf(from), versionOf(to)];
  if (from === to && (await readyVersion(ownOrigin())) === newer) return console.log(`Fairlead ${newer} runs already.`);
  const [known, wanted] = [migrationsOf(from), migrationsOf(to)];
  if (known.some((name) => !wanted.includes(name)))
    throw new CannotInstall(
      `${newer} does not know the database of ${older}. To go back, restore a backup of ${newer}: docs/operations/update.md.`,
    );
  await tryRelease(to);
  const backup = backUp(from, newer);
  keepAssets(from, to);
  const migrates = wanted.length > known.length;
  if (migrates && hasServer() && runOnAcademy('migrate.ts', [], to) !== 0)
    throw new CannotInstall(`The migrations failed, and nothing was changed: ${older} runs.`);
  const longestSilence = watchAnswers(ownOrigin());
  const isReady = await replaceBy(to, migrates ? migrating : undefined);
  const seconds = (await longestSilence()).toFixed(1);
  if (isReady) {
    // where this one was already linked, the one before it is not known
    if (from !== to) removeOthers([from, to]);
    return console.log(`Fairlead ${newer} runs, in place of ${older}. People waited ${seconds} s. Backup: ${backup}`);
  }
  console.error(`${newer} did not get ready: journalctl -u fairlead says why.`);
  if (await replaceBy(from)) throw new CannotInstall(`${older} runs again.`);
  if (!migrates) throw new CannotInstall(`${older} is not ready either.`);
  await replaceBy(to);
  throw new CannotInstall(
    `The database has the schema of ${newer}, so that ${older} cannot run on it. To go back, restore ${backup}: ` +
      'docs/operations/update.md.',
  );
}
