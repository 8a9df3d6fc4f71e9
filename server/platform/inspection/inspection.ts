import { AppError } from '../errors.ts';
import { type Bounds, timeIsUp } from '../processes/carry-out-orders.ts';
import { WorkerEnded } from '../processes/worker-process.ts';
import { currentOrigin } from '../request/request-origin.ts';
import type { FairTurns } from './fair-turns.ts';
import { type InspectionProcesses, inspectionProcesses, type Job, type Report } from './inspection-processes.ts';
import { Refusal } from './refusal.ts';

/** Inspects the file at a path, or what else it is given, and returns what it found. */
export type Inspector<Facts, Input = string> = (input: Input, within?: Bounds) => Promise<Facts>;

/** Seconds after which an inspection is given up because the machine was too busy. */
const usualPatience = 120;

/** The sender of the file to inspect: the signed-in account, or the network of the request. */
function sender(): string {
  const origin = currentOrigin();
  return origin?.accountId ?? origin?.ip ?? '';
}

type Options = {
  /** The places in which files of this kind are inspected. Kinds that do not share them do not delay each other. */
  turns: FairTurns;
  /** Limits of which genuine files need a small part, even on a slow machine. */
  bounds: Bounds;
  /** Those of the program; a test has its own. */
  processes?: InspectionProcesses;
  patience?: number;
};

/**
 * Creates the inspector of one kind of untrusted file. It works in a process of its own, when it is its sender's turn:
 * a file that is built to make a parser loop, use up memory or crash ends that process, not the program. The inspector
 * throws a Refusal when the file must not be accepted, and AppError `unavailable` when the machine was too busy; any
 * other error is a fault of ours.
 *
 * @param module the file of the module that exports `inspect(input)`; it throws a Refusal for a file not to be
 *   accepted.
 */
export const inspector =
  <Facts, Input = string>(
    module: URL,
    { turns, bounds, processes = inspectionProcesses, patience = usualPatience }: Options,
  ): Inspector<Facts, Input> =>
  (input, within = bounds) =>
    turns(sender(), async () => {
      const report = await reportOf({ module: module.href, input, bounds: within }, processes, patience);
      if ('facts' in report) return report.facts as Facts;
      if ('fault' in report) throw Object.assign(new Error(report.fault), { code: report.code });
      throw new Refusal(report.refusal, { cause: report.cause });
    });

async function reportOf(job: Job, processes: InspectionProcesses, patience: number): Promise<Report> {
  const worker = processes.take(job.module);
  let isClean = false;
  let isLate = false;
  const timeout = setTimeout(() => {
    isLate = true;
    void worker.end();
  }, patience * 1000);
  try {
    const report = (await worker.ask(job)) as Report;
    isClean = 'facts' in report || ('refusal' in report && report.isOurs);
    return report;
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error;
    if (isLate || !error.hadStarted) throw tooBusy(error);
    return { refusal: tooHeavy, isOurs: false, cause: causeOf(error, job.bounds) };
  } finally {
    clearTimeout(timeout);
    processes.giveBack(worker, job.module, isClean);
  }
}

const tooHeavy = 'This file is too complicated to be checked; please save or export it again.';

const causeOf = ({ how, message }: WorkerEnded, { seconds }: Bounds): string =>
  how === `by ${timeIsUp}` ? `more than ${seconds} s of computing` : message;

function tooBusy(cause: WorkerEnded): AppError {
  const error = new AppError('unavailable', 'There was no time to check this file. Please send it again later.', {
    retryAfter: 60,
  });
  error.cause = cause;
  return error;
}
