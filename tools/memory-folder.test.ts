import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deleteAbandoned, prefixOf } from './memory-folder.ts';

test.runIf(process.platform === 'linux')('of the folders in memory, those of runs that were ended are deleted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-'));
  try {
    const { pid: ended = 0 } = spawnSync('true');
    const kept = [
      `${prefixOf(process.pid)}running`,
      // of a container that counts its processes by itself
      `${prefixOf(ended).replace(/\d+/, '1')}elsewhere`,
      'of-another-program',
    ];
    for (const name of [...kept, `${prefixOf(ended)}ended`]) mkdirSync(join(folder, name, 'data'), { recursive: true });
    deleteAbandoned(folder);
    expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
