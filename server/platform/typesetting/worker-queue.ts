import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { QueueUse } from '../uses.ts';

/** The reply of a worker to each order. */
export type WorkerReply = { done: unknown } | { error: string };

type Job<Order> = { order: Order; resolve: (done: unknown) => void; reject: (error: Error) => void };

type Settings = {
  workerFile: URL;
  /** The name of the work in errors, such as 'certificate'. */
  name: string;
  /** A job that takes this long hangs, and its worker is replaced. */
  timeLimitMs: number;
  /** Milliseconds without an order after which the worker is ended, and its memory given back. */
  restMs?: number;
};

/** A worker that has drawn a sheet holds 300 MB, and starts again within a second. */
const usualRestMs = 60_000;

/**
 * One worker that carries out orders one at a time, in their order, so that they never delay requests. It starts with
 * the first order, does not keep the program alive when idle, and ends when it has had nothing to do for a while. It is
 * a process: what a compiler has allocated in a thread stays with the program after the thread has ended.
 */
export class WorkerQueue<Order> {
  readonly #settings: Settings;
  readonly #waiting: Job<Order>[] = [];
  #running: (Job<Order> & { deadline: NodeJS.Timeout }) | undefined;
  #worker: ChildProcess | undefined;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  readonly use = (): QueueUse => ({
    waiting: this.#waiting.length,
    running: this.#running ? 1 : 0,
    bytes: residentBytes(this.#worker?.pid),
  });

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /**
   * Rejects with the worker's error, when the worker dies or exceeds the time limit, and after `close`.
   */
  async ask<Done>(order: Order): Promise<Done> {
    if (this.#closed) throw this.#isClosed();
    return new Promise<Done>((resolve, reject) => {
      this.#waiting.push({ order, resolve: (done) => resolve(done as Done), reject });
      this.#startNext();
    });
  }

  /** Stops the worker; pending orders are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    const worker = this.#worker;
    this.#worker = undefined;
    const closed = this.#isClosed();
    this.#finishRunning()?.reject(closed);
    for (const job of this.#waiting.splice(0)) job.reject(closed);
    if (worker) await endOf(worker);
  }

  #isClosed = () => new Error(`The ${this.#settings.name} press is closed`);

  #startNext(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    clearTimeout(this.#rest);
    const worker = this.#worker ?? this.#startWorker();
    const { name, timeLimitMs } = this.#settings;
    const deadline = setTimeout(() => {
      this.#replaceWorker(worker, new Error(`The ${name} was not drawn within ${timeLimitMs} ms`));
    }, timeLimitMs);
    this.#running = { ...job, deadline };
    // A busy worker keeps the process alive; an idle one does not.
    worker.ref();
    worker.channel?.ref();
    try {
      worker.send(job.order as object);
    } catch (error) {
      this.#finishRunning()?.reject(asError(error));
      this.#startNext();
    }
  }

  #startWorker(): ChildProcess {
    const { workerFile, name } = this.#settings;
    const { NODE_ENV, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = process.env;
    const worker = fork(workerFile, [], {
      execArgv: [],
      serialization: 'advanced',
      // none of the program's secrets
      env: {
        ...(NODE_ENV && { NODE_ENV }),
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
        ...(MALLOC_ARENA_MAX && { MALLOC_ARENA_MAX }),
        ...(MALLOC_MMAP_THRESHOLD_ && { MALLOC_MMAP_THRESHOLD_ }),
      },
    });
    this.#worker = worker;
    worker.on('message', (message) => {
      const reply = message as WorkerReply;
      if (worker !== this.#worker) return;
      const job = this.#finishRunning();
      if ('error' in reply) job?.reject(new Error(reply.error));
      else job?.resolve(reply.done);
      this.#startNext();
    });
    worker.on('error', (error) => {
      this.#replaceWorker(worker, new Error(`The ${name} worker failed`, { cause: error }));
    });
    worker.on('exit', (code, signal) => {
      const how = signal ? `by ${signal}` : `with code ${code}`;
      this.#replaceWorker(worker, new Error(`The ${name} worker ended ${how}`));
    });
    return worker;
  }

  /** Ends a worker that has nothing to do. */
  #end(): void {
    const worker = this.#worker;
    if (this.#running || !worker) return;
    this.#worker = undefined;
    void endOf(worker);
  }

  /** Discards a worker and rejects its current job; the next job starts a new worker. */
  #replaceWorker(worker: ChildProcess, reason: Error): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    void endOf(worker);
    this.#finishRunning()?.reject(reason);
    this.#startNext();
  }

  #finishRunning(): Job<Order> | undefined {
    const job = this.#running;
    if (!job) return undefined;
    clearTimeout(job.deadline);
    this.#running = undefined;
    this.#worker?.unref();
    this.#worker?.channel?.unref();
    this.#rest = setTimeout(() => this.#end(), this.#settings.restMs ?? usualRestMs).unref();
    return job;
  }
}

/** Kills a worker; resolves when it has ended. */
function endOf(worker: ChildProcess): Promise<void> {
  if (worker.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return Promise.resolve();
  return new Promise((ended) => {
    worker.once('exit', () => ended());
    worker.kill('SIGKILL');
  });
}

/** The memory that a process holds, as Linux counts it; 0 on other systems, and for no process. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
