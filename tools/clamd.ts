import { existsSync } from 'node:fs';
import { installDebian } from './debian.ts';

/** Finds Debian's clamd, or installs it when we are root; returns whether it is there. */
export function installClamd(): boolean {
  const clamd = '/usr/sbin/clamd';
  return existsSync(clamd) || (installDebian('clamav-daemon') && existsSync(clamd));
}
