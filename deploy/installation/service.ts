import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotInstall, places, units, versionOf } from './places.ts';
import { isReadyWithin, ownOrigin } from './readiness.ts';
import { ownSettings, socketsOf } from './settings.ts';

export const service = 'fairlead.service';
const socket = 'fairlead.socket';

const systemctl = (...args: string[]): void => {
  execFileSync('systemctl', args, { stdio: ['ignore', 'inherit', 'inherit'] });
};

export const isActive = (unit: string): boolean => spawnSync('systemctl', ['--quiet', 'is-active', unit]).status === 0;

/** The version of systemd that first closes sockets with their service (PropagatesStopTo=). */
const oldestSystemd = 249;

/** Checks before anything is changed that systemd can be asked, and knows what the units and the settings say. */
export function requireSystemd(): void {
  const { status, stdout } = spawnSync('systemctl', ['--version'], { encoding: 'utf8' });
  if (status !== 0)
    throw new CannotInstall(
      'There is no systemd here: start the program as docs/operations/install.md says for other machines.',
    );
  const version = Number(/^systemd (\d+)/.exec(stdout)?.[1]);
  if (version < oldestSystemd)
    throw new CannotInstall(`systemd ${version} is too old: Fairlead needs ${oldestSystemd} or newer.`);
  if (existsSync(places.settings)) socketsOf(ownSettings());
}

/** A unit of a release, as it is installed: the sockets are those that the settings name. */
function unitOf(release: string, name: string): string {
  const text = readFileSync(join(release, 'deploy', name), 'utf8');
  const streams = socketsOf(ownSettings()).map((address) => `ListenStream=${address}`);
  return name === socket ? text.replace(/^ListenStream=.*$/m, streams.join('\n')) : text;
}

/**
 * Copies the units of a release to where systemd reads them, if they differ. Other sockets than before are closed
 * first: once the file is written, nothing tells which ones systemd holds.
 *
 * @returns whether systemd holds the sockets that the settings name; otherwise the program has to end for that.
 */
export function installUnits(release: string): boolean {
  const changed = units.filter((name) => {
    const installed = join(places.units, name);
    return !existsSync(installed) || readFileSync(installed, 'utf8') !== unitOf(release, name);
  });
  if (changed.includes(socket) && isActive(socket)) systemctl('stop', service, socket);
  for (const name of changed) writeFileSync(join(places.units, name), unitOf(release, name), { mode: 0o644 });
  // always: a command that was killed may have written them
  systemctl('daemon-reload');
  return isActive(socket);
}

/** Starts the program and the work of the night, now and when the machine starts. */
export function enableService(holdsSockets: boolean): void {
  systemctl('enable', ...units.filter((name) => name !== 'fairlead-nightly.service'));
  if (!holdsSockets) systemctl('stop', service, socket);
  systemctl('start', socket, service, 'fairlead-nightly.timer');
}

/**
 * Replaces the program that runs by the release that is linked. Where systemd holds its sockets, connections wait
 * meanwhile.
 */
export async function restartService(holdsSockets: boolean): Promise<void> {
  // one that failed too often would be refused
  spawnSync('systemctl', ['reset-failed', service, socket]);
  if (!holdsSockets) systemctl('stop', service, socket);
  await promisify(execFile)('systemctl', ['restart', service]);
}

/** Whether the program that was started has ended, more than once. */
function hasEnded(): boolean {
  const asked = ['show', '--property=ActiveState,NRestarts', service];
  const said = execFileSync('systemctl', asked, { encoding: 'utf8' });
  return /^ActiveState=failed$/m.test(said) || Number(/^NRestarts=(\d+)$/m.exec(said)?.[1]) > 1;
}

/** Whether the service is ready with the version of a release within some time, before it ends. */
export const isServiceReady = (release: string, seconds = 180): Promise<boolean> =>
  isReadyWithin(ownOrigin(), versionOf(release), { seconds, isOver: hasEnded });
