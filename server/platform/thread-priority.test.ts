import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const priorities = `
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const { basename } = require('node:path');
  const { parentPort } = require('node:worker_threads');
  const own = () => getPriority(Number(basename(readlinkSync('/proc/thread-self'))));
  const before = own();
  import(${JSON.stringify(new URL('./thread-priority.ts', import.meta.url).href)}).then(({ yieldToOthers }) => {
    yieldToOthers();
    parentPort.postMessage({ before, after: own() });
  });
`;

test.runIf(process.platform === 'linux')('a thread that yields to others leaves the program as it is', async () => {
  const whole = getPriority();
  const worker = new Worker(priorities, { eval: true, execArgv: [] });
  const [{ before, after }] = await once(worker, 'message');
  await worker.terminate();
  expect(before).toBe(whole);
  expect(after).toBe(Math.max(whole, 10));
  expect(getPriority()).toBe(whole);
});
