import type { QueueUse } from '../uses.ts';
import { WorkerEnded, WorkerProcess } from './worker-process.ts';

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
 * the first order, and ends when it has had nothing to do for a while. It is a process: what a compiler has allocated
 * in a thread stays with the program after the thread has ended.
 */
export class WorkerQueue<Order extends object | string> {
  readonly #settings: Settings;
  readonly #waiting: Job<Order>[] = [];
  #running: Job<Order> | undefined;
  #worker: WorkerProcess<Order> | undefined;
  #rest: NodeJS.Timeout | undefined;
  #closed = false;

  readonly use = (): QueueUse => ({
    waiting: this.#waiting.length,
    running: this.#running ? 1 : 0,
    bytes: this.#worker?.bytes ?? 0,
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
      void this.#carryOut();
    });
  }

  /** Stops the worker; pending orders are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#rest);
    for (const job of this.#waiting.splice(0)) job.reject(this.#isClosed());
    await this.#worker?.end();
  }

  #isClosed = () => new Error(`The ${this.#settings.name} press is closed`);

  /** Carries out the orders that wait, unless that is under way. */
  async #carryOut(): Promise<void> {
    if (this.#running) return;
    clearTimeout(this.#rest);
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      this.#running = job;
      await this.#draw(job.order).then(job.resolve, job.reject);
    }
    this.#running = undefined;
    this.#rest = setTimeout(() => this.#worker?.end(), this.#settings.restMs ?? usualRestMs).unref();
  }

  async #draw(order: Order): Promise<unknown> {
    const { workerFile: file, name, timeLimitMs } = this.#settings;
    if (this.#worker?.hasEnded) this.#worker = undefined;
    this.#worker ??= new WorkerProcess<Order>({ file });
    const worker = this.#worker;
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      void worker.end();
    }, timeLimitMs);
    try {
      return await worker.ask(order);
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      if (this.#closed) throw this.#isClosed();
      throw new Error(
        isLate ? `The ${name} was not drawn within ${timeLimitMs} ms` : `The ${name} worker ended ${error.how}`,
      );
    } finally {
      clearTimeout(deadline);
    }
  }
}
