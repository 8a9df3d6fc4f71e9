import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { yieldToOthers } from '../../server/platform/thread-priority.ts';

type Job = { module: string; input: unknown };

/**
 * Inspects a file in a thread of its own, as the program did before it had processes for that: what their cost is
 * compared with.
 */
export function inspectInThread(job: Job): Promise<unknown> {
  const { NODE_COMPILE_CACHE } = process.env;
  const worker = new Worker(new URL(import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    stdout: true,
    stderr: true,
  });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => worker.terminate());
}

if (!isMainThread) {
  yieldToOthers();
  const { module, input } = workerData as Job;
  const { inspect } = await import(module);
  parentPort?.postMessage(await inspect(input));
}
