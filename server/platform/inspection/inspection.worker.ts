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

carryOutOrders(async ({ module, input, bounds }: Job, keepWithin): Promise<Report> => {
  const { inspect } = await import(module);
  keepWithin(bounds);
  return new Promise((resolve) => {
    const looking = answer.run(resolve, async () => ({ facts: await inspect(input) }));
    looking.catch(reportOf).then(resolve);
  });
});
yieldToOthers();
// The film library also reads ahead; errors there reject no promise that we wait for. Those of an inspection that has
// been answered already say nothing of the next one.
process.on('unhandledRejection', (error) => answer.getStore()?.(reportOf(error)));
