import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { hasEnded } from './testing/processes.ts';
import { WorkerQueue } from './worker-queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'fairlead-queue-'));
afterAll(() => rmSync(folder, { recursive: true }));
const urlOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);

/** A worker that answers with the id of its process; or hangs, after it has said it. */
const workerFile = pathToFileURL(join(folder, 'worker.mjs'));
writeFileSync(
  workerFile,
  `import { writeSync } from 'node:fs';
  import { carryOutOrders } from ${urlOf('./carry-out-orders.ts')};
  carryOutOrders((order) => {
    if (order === 'hang') for (writeSync(1, process.pid + '\\n'); ; );
    return process.pid;
  });`,
);

test('a worker without work ends, and the next order has another one', async () => {
  const queue = new WorkerQueue<string>({ workerFile, name: 'test', timeLimitMs: 60_000, restMs: 1 });
  expect(queue.use().bytes).toBe(0);
  const asked = queue.ask<number>('which');
  // it ends a millisecond after its answer
  await expect.poll(() => queue.use().bytes, { interval: 1 }).toBeGreaterThan(10e6);
  const first = await asked;
  await expect.poll(() => hasEnded(first), { timeout: 20_000 }).toBe(true);
  expect(await queue.ask<number>('which')).not.toBe(first);
  await queue.close();
});

test('a worker that hangs ends after a program that is killed', async () => {
  const program = spawn(
    process.execPath,
    [
      ...['--input-type=module', '-e'],
      `const { WorkerQueue } = await import(${urlOf('./worker-queue.ts')});
      const workerFile = new URL(${JSON.stringify(workerFile.href)});
      new WorkerQueue({ workerFile, name: 'test', timeLimitMs: 60_000 }).ask('hang');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [pid] = await once(program.stdout, 'data');
  program.kill('SIGKILL');
  await expect.poll(() => hasEnded(Number(pid)), { timeout: 20_000 }).toBe(true);
});
