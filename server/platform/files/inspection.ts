import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { currentOrigin } from '../http/request-origin.ts';
import type { QuestionFileFacts } from '../question-files/question-inspection.ts';
import type { TableRow } from '../tables/table-inspection.ts';
import { type FairTurns, fairTurns } from './fair-turns.ts';
import type { FilmFacts } from './film-inspection.ts';
import type { PdfFacts } from './pdf-inspection.ts';
import { Refusal } from './refusal.ts';

type Facts = { film: FilmFacts; pdf: PdfFacts; table: TableRow[]; questions: QuestionFileFacts };
export type Kind = keyof Facts;
export type Job = { kind: Kind; path: string };
/** The result from the worker: the facts, a refusal with its cause, or a fault of the machine. */
export type Report = { facts: unknown } | { refusal: string; cause?: string } | { fault: string };

/** Limits for one inspection: seconds of CPU time, and memory in megabytes. */
export type Bounds = { seconds: number; megabytes: number };
/** Genuine films, documents and tables need a small part of this, even on a slow machine. */
const bounds: Record<Kind, Bounds> = {
  film: { seconds: 10, megabytes: 512 },
  pdf: { seconds: 5, megabytes: 256 },
  table: { seconds: 15, megabytes: 256 },
  questions: { seconds: 15, megabytes: 256 },
};
/** Seconds after which an inspection is given up because the machine was too busy. */
const patience = 120;

/**
 * Each kind has its own places, so that a slow film does not delay documents. Only staff send tables and question
 * files.
 */
const tables = fairTurns(1);
const turns: Record<Kind, FairTurns> = { film: fairTurns(1), pdf: fairTurns(2), table: tables, questions: tables };
/** Two, so that half of the threads that decode pictures are left for the program's other work. */
const pictureTurns = fairTurns(2);

/** The sender of the file to inspect: the signed-in account, or the network of the request. */
function sender(): string {
  const origin = currentOrigin();
  return origin?.accountId ?? origin?.address ?? '';
}

/** Processes an untrusted picture when it is its sender's turn. */
export const withPicture = <T>(work: () => Promise<T>): Promise<T> => pictureTurns(sender(), work);

/**
 * Inspects an untrusted file in a worker thread, when it is its sender's turn. A file that is built to make a parser
 * loop or use up memory ends that thread, not the server.
 *
 * @throws Refusal when the file must not be accepted; AppError `unavailable` when the machine was too busy; any
 *   other error is a fault of ours.
 */
export function inspect<K extends Kind>(kind: K, path: string, within: Bounds = bounds[kind]): Promise<Facts[K]> {
  return turns[kind](sender(), () => lookInto(kind, path, within));
}

function lookInto<K extends Kind>(kind: K, path: string, { seconds, megabytes }: Bounds): Promise<Facts[K]> {
  const tooHeavy = (cause: string) =>
    new Refusal('This file is too complicated to be checked; please save or export it again.', { cause });
  const tooBusy = () =>
    new AppError('unavailable', 'There was no time to check this file. Please send it again later.', {
      retryAfter: 60,
    });
  const job: Job = { kind, path };
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {},
    // Messages of the libraries about an untrusted file do not belong in the server's log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return new Promise<Facts[K]>((resolve, reject) => {
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
      if ('facts' in report) resolve(report.facts as Facts[K]);
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
