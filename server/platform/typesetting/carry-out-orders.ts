import { Worker } from 'node:worker_threads';
import type { WorkerReply } from './worker-queue.ts';

/** Ends this process, whatever its main thread does, within a second after the program has been killed. */
const endAsOrphan = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000);`;

/**
 * Makes this process a worker of a `WorkerQueue`: it answers each order with what `done` returns, or with its error.
 * The next order comes only after the reply, and each in its own turn of the event loop, so that Node can free a
 * compiler's buffers between them.
 */
export function carryOutOrders<Order>(done: (order: Order) => unknown): void {
  if (!process.send) throw new Error('A worker runs as a process of its own only');
  // The program ends it when its orders are carried out; a terminal or systemd sends these to all processes.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  // the program is gone; a worker that hangs would not learn of that by itself
  process.once('disconnect', () => process.exit(0));
  new Worker(endAsOrphan, { eval: true, workerData: process.ppid }).unref();
  process.on('message', async (order: Order) => {
    let reply: WorkerReply;
    try {
      reply = { done: await done(order) };
    } catch (error) {
      reply = { error: error instanceof Error ? error.message : String(error) };
    }
    process.send?.(reply);
  });
}
