import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
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

test.runIf(process.platform === 'linux')('a thread with lower priority leaves the program unchanged', async () => {
  const whole = getPriority();
  const worker = new Worker(priorities, { eval: true, execArgv: [] });
  const [{ before, after }] = await once(worker, 'message');
  await worker.terminate();
  expect(before).toBe(whole);
  expect(after).toBe(Math.max(whole, 10));
  expect(getPriority()).toBe(whole);
});

test.runIf(process.platform === 'linux')('a program that already has a lower priority keeps it', async () => {
  const script = `
    const { Worker } = require('node:worker_threads');
    const worker = new Worker(${JSON.stringify(priorities)}, { eval: true, execArgv: [] });
    worker.on('message', ({ after }) => console.log(after));`;
  const { stdout } = await promisify(execFile)('nice', ['-n', '15', process.execPath, '-e', script]);
  expect(Number(stdout)).toBe(Math.min(getPriority() + 15, 19));
});
