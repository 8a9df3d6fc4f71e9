import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { heldBytes } from '../../testing/held-memory.ts';
import { zipStream } from './zip-stream.ts';

test('a ZIP keeps nothing in memory of the files that are written', async () => {
  const zip = zipStream(new Date());
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const written = pipeline(zip.output, nowhere);
  const add = async (many: number) => {
    for (let n = 0; n < many; n += 1) await zip.add(`${zip.digests.length}.json`, 'x'.repeat(20_000));
    return heldBytes();
  };
  const before = await add(20);
  const grown = (await add(200)) - before;
  zip.end();
  await written;
  expect(zip.digests).toHaveLength(220);
  // 4 MB of content; the few bytes of a name would keep as much, if they were in a pool of buffers
  expect(grown).toBeLessThan(400_000);
});
