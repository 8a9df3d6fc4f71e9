import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where an installed academy is. The units of systemd name the same places. */
export const places = {
  /** The folders of versions, and the link to the one that runs. */
  releases: '/opt/fairlead/releases',
  current: '/opt/fairlead/current',
  settings: '/etc/fairlead/settings',
  secrets: '/etc/fairlead/secrets',
  data: '/var/lib/fairlead',
  backups: '/var/backups/fairlead',
  units: '/etc/systemd/system',
  command: '/usr/local/bin/fairlead',
} as const;

/** The user, and its group, as whom the program runs. */
export const user = 'fairlead';

/** The units of systemd, below `deploy/` of a release. */
export const units = [
  'fairlead.socket',
  'fairlead.service',
  'fairlead-nightly.service',
  'fairlead-nightly.timer',
] as const;

/** Thrown for what the operator can put right; the message is for them. */
export class CannotInstall extends Error {}

/** The release that this file belongs to. */
export const ownRelease: string = realpathSync(resolve(import.meta.dirname, '../..'));

export const isInstalled = (): boolean => existsSync(places.settings) && existsSync(places.current);

/** The folder of the release that the link names. */
export const currentRelease = (): string => realpathSync(places.current);

export function versionOf(release: string): string {
  return JSON.parse(readFileSync(resolve(release, 'package.json'), 'utf8')).version;
}

/** The ids of the program's user and group. */
export function idsOfUser(): { uid: number; gid: number } {
  const idOf = (option: string) => Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
