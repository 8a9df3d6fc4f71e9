import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { WorkerMessage } from './worker-process.ts';

/** Limits for one order: seconds of processor time, and megabytes of memory beyond what the process held before it. */
export type Bounds = { seconds: number; megabytes: number };

/** What Linux sends at the end of a time that is counted in processor time; other systems have no such signal. */
export const timeIsUp = 'SIGVTALRM';

/**
 * Watches over this process, whatever its main thread does: it ends when the program has been killed, or an order takes
 * more processor time or memory than it may. The memory is that of the whole process: V8's own limit does not count
 * byte arrays, which are what a decompression bomb fills.
 */
const guard = `
  const { constants: { signals } } = require('node:os');
  const { workerData: { parent, limits } } = require('node:worker_threads');
  const end = (signal) => process.kill(process.pid, signal);
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (process.ppid !== parent || process.memoryUsage.rss() > limits[1]) end('SIGKILL');
    if (user + system > limits[0]) end(signals.${timeIsUp} ? '${timeIsUp}' : 'SIGKILL');
  }, 50);`;

/** When the machine has no more memory, Linux ends this process before the program. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // another system, or one that does not allow it: the kernel chooses by size
  }
}

/** An error with its message and stack alone: what else it has cannot be sent in every case. */
function withoutMore(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const sent = new Error(error.message);
  if (error.stack !== undefined) sent.stack = error.stack;
  return sent;
}

/**
 * Makes this process a worker of a `WorkerProcess`: it answers each order with what `done` returns, or with its error.
 * The next order comes only after the reply, and each in its own turn of the event loop, so that Node can free a
 * compiler's buffers between them.
 *
 * @param done may call `keepWithin` once, to limit what the order may use from then on.
 */
export function carryOutOrders<Order>(done: (order: Order, keepWithin: (bounds: Bounds) => void) => unknown): void {
  const reply = (message: WorkerMessage) => process.send?.(message);
  if (!process.send) throw new Error('A worker runs as a process of its own only');
  // The program ends it when its orders are carried out; a terminal or systemd sends these to all processes.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});
  // the program is gone; a worker that hangs would not learn of that by itself
  process.once('disconnect', () => process.exit(0));
  goFirst();
  const limits = new Float64Array(new SharedArrayBuffer(16)).fill(Number.POSITIVE_INFINITY);
  new Worker(guard, { eval: true, workerData: { parent: process.ppid, limits } }).unref();
  const keepWithin = ({ seconds, megabytes }: Bounds) => {
    const { user, system } = process.cpuUsage();
    limits[0] = user + system + seconds * 1e6;
    limits[1] = process.memoryUsage.rss() + megabytes * 2 ** 20;
  };
  process.on('message', async (order: Order) => {
    let message: WorkerMessage;
    try {
      message = { done: await done(order, keepWithin) };
    } catch (error) {
      message = { error: withoutMore(error) };
    }
    limits.fill(Number.POSITIVE_INFINITY);
    reply(message);
  });
  reply({ ready: true });
}
