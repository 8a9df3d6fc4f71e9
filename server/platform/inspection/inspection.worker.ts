import { AsyncLocalStorage } from 'node:async_hooks';
import { carryOutOrders } from '../processes/carry-out-orders.ts';
import { yieldToOthers } from '../thread-priority.ts';
import type { Job, Report } from './inspection-processes.ts';
import { Refusal } from './refusal.ts';

const damaged = 'This file is damaged; please save or export it again.';

/** An error that a parser throws for an untrusted file is the file's fault; only errors of the disk are ours. */
function reportOf(error: unknown): Report {
  if (error instanceof Refusal) return { refusal: error.message, isOurs: true };
  if (error instanceof Error && 'syscall' in error)
    return { fault: error.message, code: (error as { code?: unknown }).code };
  return { refusal: damaged, isOurs: false, cause: String(error) };
}

/** Answers the inspection of whose work something is a part. */
const answer = new AsyncLocalStorage<(report: Report) => void>();

/**
 * For so many seconds in a row nothing may happen: no file, process or timer is waited for, and nothing is computed.
 */
const idleSeconds = 5;
/** More processor time than the watch over this process takes in a second, in microseconds. */
const computing = 30_000;

/**
 * Calls `tell` once nothing happens in this process any more. Libraries wait for ever for some damaged files, such as
 * a workbook whose directory is not where it should be, and their promise never settles.
 *
 * @returns a function that ends the watch.
 */
function whenIdle(tell: () => void): () => void {
  let idle = 0;
  const atRest = process.getActiveResourcesInfo().length;
  let used = process.cpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    // the watch is one more
    const isIdle = user + system < computing && process.getActiveResourcesInfo().length <= atRest + 1;
    idle = isIdle ? idle + 1 : 0;
    if (idle >= idleSeconds) tell();
  }, 1000);
  return () => clearInterval(watch);
}

carryOutOrders(async ({ module, input, bounds }: Job, keepWithin): Promise<Report> => {
  const { inspect } = await import(module);
  keepWithin(bounds);
  const { promise, resolve } = Promise.withResolvers<Report>();
  const stop = whenIdle(() => resolve({ refusal: damaged, isOurs: false, cause: 'the inspection never settled' }));
  const looking = answer.run(resolve, async () => ({ facts: await inspect(input) }));
  looking.catch(reportOf).then(resolve);
  return promise.finally(stop);
});
yieldToOthers();
// The film library also reads ahead; errors there reject no promise that we wait for. Those of an inspection that has
// been answered already say nothing of the next one.
process.on('unhandledRejection', (error) => answer.getStore()?.(reportOf(error)));
