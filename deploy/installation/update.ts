import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CannotInstall, currentRelease, places, versionOf } from './places.ts';
import { ownOrigin, readyVersion } from './readiness.ts';
import { keepAssets, migrationsOf, removeOthers, switchTo, tryRelease, unpack } from './releases.ts';
import { runOnAcademy } from './run-program.ts';
import { installUnits, isServiceReady, requireSystemd, startService, stopService } from './service.ts';
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

/**
 * Replaces the release that runs by that of an archive. What can fail without the academy comes first: the archive, a
 * start apart, the backup. A release without new migrations goes back to the one before if it is not ready; one whose
 * migrations have run cannot, since the older program refuses the newer schema, and the backup is named.
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
  const migrated = () => runOnAcademy('migrate.ts', [], to) === 0;
  const refuse = () => {
    throw new CannotInstall(`The migrations failed, and nothing was changed: ${older} runs.`);
  };
  const isMigratedRunning = migrates && hasServer();
  if (isMigratedRunning && !migrated()) refuse();
  installUnits(to);
  const began = performance.now();
  stopService();
  if (migrates && !isMigratedRunning && !migrated()) {
    installUnits(from);
    startService();
    refuse();
  }
  switchTo(to);
  startService();
  if (await isServiceReady(to)) {
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    // where this one was already linked, the one before it is not known
    if (from !== to) removeOthers([from, to]);
    return console.log(
      `Fairlead ${newer} runs, in place of ${older}. It did not answer for ${seconds} s. Backup: ${backup}`,
    );
  }
  if (migrates)
    throw new CannotInstall(
      `${newer} is not ready: journalctl -u fairlead says why. The database has its schema, so that ${older} cannot ` +
        `run on it. To go back, restore ${backup}: docs/operations/update.md.`,
    );
  stopService();
  switchTo(from);
  installUnits(from);
  startService();
  const runs = (await isServiceReady(from)) ? 'runs again' : 'is not ready either: journalctl -u fairlead says why';
  throw new CannotInstall(`${newer} was not ready within a minute. ${older} ${runs}.`);
}
