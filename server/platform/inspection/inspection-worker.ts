import { parentPort, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../thread-priority.ts';
import type { Job, Report } from './inspection.ts';
import { Refusal } from './refusal.ts';

const damaged = 'This file is damaged; please save or export it again.';

/** An error that a parser throws for an untrusted file is the file's fault; only errors of the disk are ours. */
function reportOf(error: unknown): Report {
  if (error instanceof Refusal) return { refusal: error.message };
  if (error instanceof Error && 'syscall' in error) return { fault: error.message };
  return { refusal: damaged, cause: String(error) };
}

yieldToOthers();

async function look({ module, input }: Job): Promise<unknown> {
  const { inspect } = await import(module);
  return inspect(input);
}

const report = (message: Report) => parentPort?.postMessage(message);
// The film library also reads ahead; errors there reject no promise that we wait for.
process.on('unhandledRejection', (error) => report(reportOf(error)));
look(workerData as Job).then(
  (facts) => report({ facts }),
  (error: unknown) => report(reportOf(error)),
);
