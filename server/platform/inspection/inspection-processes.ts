import type { Bounds } from '../processes/carry-out-orders.ts';
import { WorkerProcess } from '../processes/worker-process.ts';
import type { QueueUse } from '../uses.ts';

/** The work of a process: the module to load, and the input of its `inspect`: the path of a file, or its bytes. */
export type Job = { module: string; input: unknown; bounds: Bounds };
/**
 * The result: the facts; a refusal, by a rule of ours or because a parser failed, with its cause; or a fault of the
 * machine, with the error code of the operating system.
 */
export type Report =
  | { facts: unknown }
  | { refusal: string; isOurs: boolean; cause?: string }
  | { fault: string; code: unknown };

type InspectionProcess = WorkerProcess<Job>;
/** One that waits for work: for files of the kind that it has inspected, or of any kind. */
type Resting = { worker: InspectionProcess; module: string | undefined; rest: NodeJS.Timeout };

export type InspectionProcesses = {
  /** A process for a module: one that has worked with it before, one that was started ahead, or a new one. */
  take(module: string): InspectionProcess;
  /**
   * Lets a process wait for the next file of its module. One whose last inspection was not clean is ended, and another
   * one takes its place: what a file has done to a parser does not reach the next person's.
   */
  giveBack(worker: InspectionProcess, module: string, isClean: boolean): void;
  /** Starts a process ahead, unless one waits already: called when a file begins to arrive. */
  startAhead(): void;
  use: () => QueueUse;
};

/**
 * The most that V8's heap may hold, so that garbage is collected in time; the limits of each kind are in its bounds.
 */
const heapMegabytes = 256;
/** The most memory of a process in bytes that may wait. One that has grown further gives it back by its end. */
const mostAtRest = 200 * 2 ** 20;
/** The most that wait at a time; each holds some 60 MB. */
const mostResting = 3;

const usualFile = new URL('./inspection.worker.ts', import.meta.url);

/**
 * Creates a pool of processes for inspections. How many work at a time is limited by the turns of each kind.
 *
 * @param restMs milliseconds without work after which a process is ended, and its memory given back.
 * @param file the module that a process runs; replaced only in tests.
 */
export function createInspectionProcesses({ restMs = 60_000, file = usualFile } = {}): InspectionProcesses {
  const resting: Resting[] = [];
  const working = new Set<InspectionProcess>();

  const start = (): InspectionProcess => new WorkerProcess({ file, heapMegabytes, isSilent: true });

  function rest(worker: InspectionProcess, module: string | undefined): void {
    const one = { worker, module, rest: setTimeout(() => leave(one), restMs).unref() };
    resting.push(one);
    const oldest = resting.length > mostResting ? resting[0] : undefined;
    if (oldest) leave(oldest);
  }

  function leave(one: Resting): void {
    remove(one);
    void one.worker.end();
  }

  function remove(one: Resting): void {
    clearTimeout(one.rest);
    resting.splice(resting.indexOf(one), 1);
  }

  function takeResting(module: string | undefined): InspectionProcess | undefined {
    for (const ended of resting.filter(({ worker }) => worker.hasEnded)) remove(ended);
    const one = resting.findLast((each) => each.module === module);
    if (one) remove(one);
    return one?.worker;
  }

  function startAhead(): void {
    const worker = takeResting(undefined) ?? start();
    rest(worker, undefined);
  }

  return {
    startAhead,
    take(module) {
      const worker = takeResting(module) ?? takeResting(undefined) ?? start();
      working.add(worker);
      return worker;
    },
    giveBack(worker, module, isClean) {
      working.delete(worker);
      if (isClean && worker.bytes < mostAtRest) return rest(worker, module);
      void worker.end();
      startAhead();
    },
    use: () => {
      const all = [...working, ...resting.map(({ worker }) => worker)];
      return { running: working.size, bytes: all.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}

/** Those of the program. */
export const inspectionProcesses = createInspectionProcesses();
