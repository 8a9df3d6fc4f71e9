import { readFileSync } from 'node:fs';

/** Debian's account `postgres` when this process is root, as which neither PostgreSQL nor pgbouncer runs. */
export function postgresAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!entry) throw new Error('There is no account postgres on this machine, and PostgreSQL does not run as root.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}
