import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

/** The file system in memory that Linux has for programs. */
const place = '/dev/shm';
/** The free space that is enough, in bytes: a run of the tests needs a third of it at most. */
const enough = 6 * 2 ** 30;

/** Some tests start a program of their own from a temporary file, which some machines forbid in memory. */
const startsPrograms = (): boolean => {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
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

/**
 * How the folder of a run is called. A container may share the file system with others, in which the same process id is
 * another process: the name begins with the kernel's id of where it counts.
 */
export const prefixOf = (pid: number): string =>
  `fairlead-tests-${readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')}-${pid}-`;

/**
 * Deletes the folders of this account's runs that were ended before they could: they would occupy memory until the next
 * start.
 */
export function deleteAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^fairlead-tests-\d+-(\d+)-/.exec(name)?.[1]);
    if (!pid || !name.startsWith(prefixOf(pid)) || isRunning(pid)) continue;
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.()) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/**
 * A folder in memory for the temporary files of tests, with the rights of /tmp: their databases are copied, flushed and
 * deleted some hundred times, which takes a seventh of the processor time on a disk.
 *
 * @returns its path; it is deleted with its contents when this process ends. Undefined where there is no such file
 *   system, or not the memory for it, so that the disk is used.
 */
export function memoryFolder(): string | undefined {
  if (process.platform !== 'linux' || !existsSync(place)) return undefined;
  const { bavail, bsize } = statfsSync(place);
  // what a container may use is less than what its machine has
  if (bavail * bsize < enough || process.availableMemory() < 2 * enough || !startsPrograms()) return undefined;
  deleteAbandoned(place);
  const path = mkdtempSync(join(place, prefixOf(process.pid)));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  chmodSync(path, 0o1777); // PostgreSQL runs under an account of its own
  return path;
}
