import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { currentRelease, idsOfUser, places } from './places.ts';
import { ownSettings } from './settings.ts';

/** The program's environment beside its settings, as the units have it. */
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', NODE_ENV: 'production', DATA_DIR: places.data };

const argumentsOf = (release: string, program: string, args: readonly string[]): [string, string[]] => [
  join(release, 'bin/node'),
  [join(release, 'server/programs', program), ...args],
];

/**
 * Copies of the secrets for the program's user, as systemd makes them (LoadCredential=); the folder exists in memory
 * only, and is to be removed.
 */
function copySecrets({ uid, gid }: { uid: number; gid: number }): string {
  const folder = mkdtempSync('/run/fairlead-');
  for (const name of existsSync(places.secrets) ? readdirSync(places.secrets) : []) {
    const copy = join(folder, `fairlead_${name}`);
    copyFileSync(join(places.secrets, name), copy);
    chmodSync(copy, 0o400);
    chownSync(copy, uid, gid);
  }
  chmodSync(folder, 0o500);
  chownSync(folder, uid, gid);
  return folder;
}

/**
 * Runs one of the programs of a release on the installed academy, as the service runs: its user, its settings and its
 * secrets. What it prints is shown.
 *
 * @returns its exit status
 */
export function runOnAcademy(program: string, args: readonly string[], release = currentRelease()): number {
  const ids = idsOfUser();
  const secrets = copySecrets(ids);
  try {
    const env = { ...environment, ...ownSettings(), CREDENTIALS_DIRECTORY: secrets };
    const { status } = spawnSync(...argumentsOf(release, program, args), {
      cwd: release,
      stdio: 'inherit',
      env,
      ...ids,
    });
    return status ?? 1;
  } finally {
    rmSync(secrets, { recursive: true });
  }
}

/**
 * Becomes one of the programs, as the caller and with their environment: for a release that is not installed. Signals
 * reach the program itself.
 */
export function becomeProgram(release: string, program: string, args: readonly string[]): never {
  const [command, all] = argumentsOf(release, program, args);
  return process.execve?.(command, [command, ...all]) as never;
}

/** Starts the program of a release on a folder of its own, with nothing of the academy. */
export function startApart(release: string, dataDir: string, port: number): ChildProcessByStdio<null, null, Readable> {
  const [command, args] = argumentsOf(release, 'main.ts', []);
  // it ends with this process, also when that is killed
  return spawn('setpriv', ['--pdeathsig', 'TERM', command, ...args], {
    cwd: release,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent', FFMPEG: 'none' },
    ...idsOfUser(),
  });
}
