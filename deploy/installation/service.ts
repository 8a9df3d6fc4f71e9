import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotInstall, places, units, versionOf } from './places.ts';
import { isReadyWithin, ownOrigin } from './readiness.ts';

const systemctl = (...args: string[]): void => {
  execFileSync('systemctl', args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

export const stopService = (): void => systemctl('stop', 'fairlead.service');
export const startService = (): void => systemctl('start', 'fairlead.service');
/** Starts the program and the nightly backup, now and when the machine starts. */
export const enableService = (): void => systemctl('enable', '--now', 'fairlead.service', 'fairlead-nightly.timer');

/** Checks before anything is changed that systemd can be asked. */
export function requireSystemd(): void {
  if (spawnSync('systemctl', ['--version']).status !== 0)
    throw new CannotInstall(
      'There is no systemd here: start the program as docs/operations/install.md says for other machines.',
    );
}

/** Copies the units of a release to where systemd reads them, if they differ. */
export function installUnits(release: string): void {
  const changed = units.filter((name) => {
    const installed = join(places.units, name);
    const unit = join(release, 'deploy', name);
    return !existsSync(installed) || readFileSync(installed, 'utf8') !== readFileSync(unit, 'utf8');
  });
  for (const name of changed) copyFileSync(join(release, 'deploy', name), join(places.units, name));
  if (changed.length > 0) systemctl('daemon-reload');
}

/** Whether the service was seen to be ready, with the version of a release, within a minute. */
export const isServiceReady = (release: string): Promise<boolean> =>
  isReadyWithin(ownOrigin(), versionOf(release), { seconds: 60 });
