// The command `fairlead` of an installed release: docs/operations.md.
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.ts';
import { CannotInstall, isInstalled, ownRelease } from './places.ts';
import { becomeProgram, runOnAcademy } from './run-program.ts';
import { update } from './update.ts';

/** The program's commands; of `npm run` in a clone they have the same names. */
const programs = [
  ...['add-admin', 'backup', 'doctor', 'files', 'migrate', 'nightly', 'restore', 'rotate-keys', 'verify-log'],
] as const;

const usage = `Usage: fairlead install --url https://academy.example --admin you@academy.example [--nginx]
       fairlead update fairlead-VERSION-linux-x64.tar.gz
       fairlead ${programs.join(' | ')}, each as docs/operations.md says
       fairlead start, which runs a release that is not installed, with the settings of the environment`;

/** The arguments with paths that do not depend on where the command is entered. */
const withWholePaths = (command: string, args: readonly string[]) =>
  ['backup', 'nightly', 'restore'].includes(command) ? args.map((arg) => resolve(arg)) : args;

function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new CannotInstall('Only root can do that: enter it with sudo.');
}

/** Requires that nobody else installs or updates meanwhile. The kernel releases the lock when this process ends. */
function requireAlone(): void {
  requireRoot();
  const file = openSync('/run/fairlead.lock', 'w', 0o600);
  if (spawnSync('flock', ['--nonblock', '3'], { stdio: ['ignore', 'inherit', 'inherit', file] }).status !== 0)
    throw new CannotInstall('Another installation or update is running.');
}

/** @returns the exit status */
async function run([command = '', ...args]: readonly string[]): Promise<number> {
  if (command === 'install') {
    requireAlone();
    const options = { url: { type: 'string' }, admin: { type: 'string' }, nginx: { type: 'boolean' } } as const;
    await install(parseArgs({ args: [...args], options }).values);
    return 0;
  }
  if (command === 'update' && args.length === 1) {
    requireAlone();
    await update(resolve(args[0] ?? ''));
    return 0;
  }
  if (command === 'start') {
    if (isInstalled()) throw new CannotInstall('It is installed: systemctl start fairlead.');
    return becomeProgram(ownRelease, 'main.ts', args);
  }
  if (programs.some((name) => name === command)) {
    if (!isInstalled()) return becomeProgram(ownRelease, `${command}.ts`, args);
    requireRoot();
    return runOnAcademy(`${command}.ts`, withWholePaths(command, args));
  }
  console.error(usage);
  return 2;
}

// whatever the caller's is: the program's user reads the folders that are made
process.umask(0o022);
try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // a bug of ours has a stack, what the operator can put right has none
  console.error(error instanceof CannotInstall ? error.message : error);
  process.exitCode = 1;
}
