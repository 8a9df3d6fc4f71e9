import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { currentOrigin } from '../request/request-origin.ts';
import { type FairTurns, fairTurns } from './fair-turns.ts';
import { Refusal } from './refusal.ts';

/**
 * The work of a thread: the module to load, and the input of its `inspect`: the path of a file, or a decoded picture.
 */
export type Job = { module: string; input: unknown };
/** The result from the worker: the facts, a refusal with its cause, or a fault of the machine. */
export type Report = { facts: unknown } | { refusal: string; cause?: string } | { fault: string };

/** Limits for one inspection: seconds of CPU time, and memory in megabytes. */
export type Bounds = { seconds: number; megabytes: number };

/** Inspects the file at a path, or what else it is given, and returns what it found. */
export type Inspector<Facts, Input = string> = (input: Input, within?: Bounds) => Promise<Facts>;

/** Seconds after which an inspection is given up because the machine was too busy. */
const patience = 120;

/** Two, so that half of the threads that decode pictures are left for the program's other work. */
const pictureTurns = fairTurns(2, 'pictures');

/** The sender of the file to inspect: the signed-in account, or the network of the request. */
function sender(): string {
  const origin = currentOrigin();
  return origin?.accountId ?? origin?.ip ?? '';
}

/** Processes an untrusted picture when it is its sender's turn. */
export const withPicture = <T>(work: () => Promise<T>): Promise<T> => pictureTurns(sender(), work);

/**
 * Creates the inspector of one kind of untrusted file. It works in a worker thread, when it is its sender's turn: a
 * file that is built to make a parser loop or use up memory ends that thread, not the server. The inspector throws a
 * Refusal when the file must not be accepted, and AppError `unavailable` when the machine was too busy; any other error
 * is a fault of ours.
 *
 * @param module the file of the module that exports `inspect(input)`; it throws a Refusal for a file not to be
 *   accepted.
 * @param options.turns the places in which files of this kind are inspected. Kinds that do not share them do not delay
 *   each other.
 * @param options.bounds limits of which genuine files need a small part, even on a slow machine.
 */
export const inspector =
  <Facts, Input = string>(
    module: URL,
    { turns, bounds }: { turns: FairTurns; bounds: Bounds },
  ): Inspector<Facts, Input> =>
  (input, within = bounds) =>
    turns(sender(), () => runWorker<Facts>({ module: module.href, input }, within));

function runWorker<Facts>(job: Job, { seconds, megabytes }: Bounds): Promise<Facts> {
  const tooHeavy = (cause: string) =>
    new Refusal('This file is too complicated to be checked; please save or export it again.', { cause });
  const tooBusy = () =>
    new AppError('unavailable', 'There was no time to check this file. Please send it again later.', {
      retryAfter: 60,
    });
  const { NODE_COMPILE_CACHE } = process.env;
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    // none of the program's secrets; compiled modules, where they are kept, are half of its start
    env: { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    // Messages of the libraries about an untrusted file do not belong in the server's log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return new Promise<Facts>((resolve, reject) => {
    const timeout = setTimeout(() => reject(tooBusy()), patience * 1000);
    const watch = setInterval(() => {
      // The heap limit above does not count byte arrays, which are what a decompression bomb fills.
      Promise.all([worker.getHeapStatistics(), worker.cpuUsage()]).then(
        ([{ external_memory }, { user, system }]) => {
          if (external_memory > megabytes * 2 ** 20) reject(tooHeavy(`more than ${megabytes} MB of bytes`));
          if (user + system > seconds * 1e6) reject(tooHeavy(`more than ${seconds} s of computing`));
        },
        // The worker has ended meanwhile, which is reported below.
        () => undefined,
      );
    }, 50);
    worker.once('message', (report: Report) => {
      if ('facts' in report) resolve(report.facts as Facts);
      else if ('refusal' in report) reject(new Refusal(report.refusal, { cause: report.cause }));
      else reject(new Error(report.fault));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooHeavy(error.message) : error),
    );
    worker.once('exit', () => reject(new Error('The inspection ended without a result')));
    const stop = () => {
      clearTimeout(timeout);
      clearInterval(watch);
    };
    worker.once('exit', stop);
  }).finally(() => worker.terminate());
}
