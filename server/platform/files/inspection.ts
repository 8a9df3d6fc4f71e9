import { Worker } from 'node:worker_threads';
import type { QuestionFileFacts } from '../question-files/question-inspection.ts';
import type { TableRow } from '../tables/table-inspection.ts';
import type { FilmFacts } from './film-inspection.ts';
import type { PdfFacts } from './pdf-inspection.ts';
import { Refusal } from './refusal.ts';

type Facts = { film: FilmFacts; pdf: PdfFacts; table: TableRow[]; questions: QuestionFileFacts };
export type Kind = keyof Facts;
export type Job = { kind: Kind; path: string };
/** What the worker answers: the facts, a refusal with what lay behind it, or a fault of the machine. */
export type Report = { facts: unknown } | { refusal: string; cause?: string } | { fault: string };

/** What one look may cost. Sound films, documents and tables need a small part of it, even on a busy machine. */
const limits: Record<Kind, { seconds: number; megabytes: number }> = {
  film: { seconds: 30, megabytes: 512 },
  pdf: { seconds: 20, megabytes: 256 },
  table: { seconds: 30, megabytes: 256 },
  questions: { seconds: 30, megabytes: 256 },
};

/** Two at a time: as many as the smallest machine we run on has cores; the others wait their turn. */
const atOnce = 2;
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place goes straight to whoever waits, so that a newcomer cannot slip in between.
    if (next) next();
    else running -= 1;
  }
}

/**
 * Looks into a file that a stranger made, in a thread of its own: a file that is built to make a parser loop or
 * swallow memory costs that thread, not the server.
 *
 * @throws Refusal when the file must not be taken; any other error is a fault of ours.
 */
export function inspect<K extends Kind>(kind: K, path: string): Promise<Facts[K]> {
  return inTurn(() => lookInto(kind, path));
}

function lookInto<K extends Kind>(kind: K, path: string): Promise<Facts[K]> {
  const { seconds, megabytes } = limits[kind];
  const tooHeavy = (cause: string) =>
    new Refusal('This file is too complicated to be checked; please save or export it anew.', { cause });
  const job: Job = { kind, path };
  const worker = new Worker(new URL('./inspection-worker.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {},
    // What the libraries have to say about a stranger's file does not belong into the server's log.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  return new Promise<Facts[K]>((resolve, reject) => {
    const timeout = setTimeout(() => reject(tooHeavy(`more than ${seconds} s`)), seconds * 1000);
    // The limit above counts no byte arrays, and those are what a decompression bomb fills.
    const watch = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory }) =>
          external_memory > megabytes * 2 ** 20 && reject(tooHeavy(`more than ${megabytes} MB of bytes`)),
        // The worker ended in the meantime, which is reported below.
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
