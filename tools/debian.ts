import { spawnSync } from 'node:child_process';

/** Installs packages of Debian when we are root on a Debian machine; returns whether it tried. */
export function installDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
  return true;
}
