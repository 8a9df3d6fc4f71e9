import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that a test can fill to the last byte, and empty again. */
export type SmallDisk = { folder: string; fill: () => void; empty: () => void; unmount: () => void };

/** Whether tests can mount a disk here, which needs root: one is mounted and unmounted again. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-disk-'));
  const mounted = mount(folder, 1);
  if (mounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}

/** Mounts a disk in memory. Throws where mounting is not permitted. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-disk-'));
  if (!mount(folder, megabytes)) throw new Error('No disk can be mounted here.');
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => {
      const file = openSync(ballast, 'a');
      try {
        for (let size = 2 ** 20; size >= 1; ) {
          try {
            writeSync(file, Buffer.alloc(size));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            size = Math.floor(size / 2);
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

function mount(folder: string, megabytes: number): boolean {
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`];
  return spawnSync('mount', [...options, 'fairlead-test', folder]).status === 0;
}
