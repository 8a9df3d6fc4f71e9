import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { databaseLocation } from '../../testing/database.ts';
import { inMoveTurn, MoveRuns } from './move-turn.ts';

test('a second move is refused while one runs, and runs after it, also after one that failed', async () => {
  const { url: databaseUrl, dataDir } = await databaseLocation();
  const academy = { databaseUrl, dataDir };
  const before = await readdir(dataDir);
  const refused = inMoveTurn(academy, () => inMoveTurn(academy, async () => 'moved'));
  await expect(refused).rejects.toThrow(MoveRuns);
  const failing = inMoveTurn(academy, () => Promise.reject(new Error('the store is away')));
  await expect(failing).rejects.toThrow('the store is away');
  expect(await inMoveTurn(academy, async () => 'moved')).toBe('moved');
  expect(await readdir(dataDir)).toEqual(before);
});
