import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** The file system in memory that Linux has for programs. */
const place = '/dev/shm';
/** What a run of the tests needs at most at one time is a third of it. */
const enough = 6 * 2 ** 30;

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n');

const hasMemory = (): boolean => {
  const [, kilobytes] =
    linesOf('/proc/meminfo')
      .find((line) => line.startsWith('MemAvailable:'))
      ?.split(/\s+/) ?? [];
  return Number(kilobytes) * 1024 >= 2 * enough;
};

/** Some tests start a program of their own from a temporary file, which some machines forbid in memory. */
const startsPrograms = (): boolean => {
  const mounts = linesOf('/proc/mounts').map((line) => line.split(' '));
  const [, , type, options = ''] = mounts.find(([, mountedAt]) => mountedAt === place) ?? [];
  return type === 'tmpfs' && !options.split(',').some((option) => ['ro', 'noexec'].includes(option));
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // somebody else's
  }
};

/** Deletes the folders of runs that were ended before they could: they would occupy memory until the next start. */
function deleteAbandoned(): void {
  for (const name of readdirSync(place)) {
    const pid = /^fairlead-(\d+)-/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(place, name), { recursive: true, force: true });
  }
}

/**
 * A folder in memory for the temporary files of tests, with the rights of /tmp: their databases are copied, flushed and
 * deleted some hundred times, which takes a seventh of the processor time on a disk.
 *
 * @returns its path, and a function that deletes it with its contents; undefined where there is no such file system, or
 * not the memory for it, so that the disk is used.
 */
export function memoryFolder(): { path: string; remove: () => void } | undefined {
  if (process.platform !== 'linux' || !existsSync(place)) return undefined;
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < enough || !hasMemory() || !startsPrograms()) return undefined;
  deleteAbandoned();
  const path = mkdtempSync(join(place, `fairlead-${process.pid}-`));
  chmodSync(path, 0o1777); // PostgreSQL runs under an account of its own
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
