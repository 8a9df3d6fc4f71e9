import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseError } from '../database-error.ts';
import type { Log } from '../log.ts';
import type { Answer, Opened, Operation, Outcome, Panic, ThreadData } from './messages.ts';
import { readRows } from './raw-rows.ts';

type Call = { limit: number; resolve: (outcome: Outcome) => void; reject: (error: Error) => void };

/** Why a thread ended, and a promise for when it has exited: before that, no other thread may open its files. */
export type Failure = { reason: Error; gone: Promise<void> };

/** How often the running time of the current statement is checked, in milliseconds. */
const WATCH_EVERY = 250;
/** An open that takes longer than this many milliseconds is logged while it lasts; two of 240 starts took over 30 s. */
const SLOW_OPEN = 10_000;
/** The size of the young generation, for short-lived objects. At the default size, the process uses 40 MB more. */
const YOUNG_MEGABYTES = 48;

/** Node has it; its types do not. */
declare const WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> };
let compiled: object | undefined;

/**
 * PostgreSQL's WebAssembly. The threads of a process share it: each after the first opens in two thirds of the time.
 */
async function postgres(): Promise<object> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  compiled ??= await WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
  return compiled;
}

/** The worker thread of the embedded database, as the main thread sees it. */
export class DatabaseThread {
  /** Whether this open created the folder. */
  created = false;
  #worker: Worker;
  #opening = Promise.withResolvers<Opened>();
  #calls = new Map<number, Call>();
  #lastId = 0;
  #headSince = 0;
  #watch: NodeJS.Timeout;
  #failure: Error | undefined;
  #onFailure: (failure: Failure) => void = () => {};

  private constructor(data: ThreadData) {
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (message: Answer | Opened | Panic) => this.#receive(message));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread of the embedded database stopped.')));
    this.#watch = setInterval(() => this.#lookAtAge(), WATCH_EVERY).unref();
  }

  /**
   * Starts the thread and opens the database.
   *
   * @param onFailure called at once when the thread fails after opening, before any of its calls is rejected
   * @param onStarted called when the thread has all that it needs to open the database
   * @throws the error of the open
   */
  static async start(
    data: Omit<ThreadData, 'postgres'>,
    log: Log,
    onFailure: (failure: Failure) => void,
    onStarted: () => void = () => {},
  ): Promise<DatabaseThread> {
    const thread = new DatabaseThread({ ...data, postgres: await postgres() });
    onStarted();
    const started = performance.now();
    const slow = setTimeout(() => log.warn({ folder: data.folder }, 'opening the database takes long'), SLOW_OPEN);
    try {
      thread.created = (await thread.#opening.promise).created;
    } catch (error) {
      await thread.#worker.terminate();
      throw error;
    } finally {
      clearTimeout(slow);
    }
    thread.#onFailure = onFailure;
    const milliseconds = Math.round(performance.now() - started);
    log.info({ folder: data.folder, created: thread.created, milliseconds }, 'embedded database open');
    return thread;
  }

  /**
   * Sends one operation; the thread answers operations in the order in which they were sent.
   *
   * @param limit milliseconds that it may run, without its time in the queue
   * @throws DatabaseError of the statement, or 57P01 when the thread was or is gone
   */
  call(operation: Operation, limit: number): Promise<Outcome> {
    if (this.#failure) return Promise.reject(restarted(this.#failure));
    const id = ++this.#lastId;
    if (this.#calls.size === 0) this.#headSince = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#calls.set(id, { limit, resolve, reject });
    this.#worker.postMessage({ id, operation });
    return promise;
  }

  /** Ends the thread at once. Uncommitted work is lost; PostgreSQL recovers the rest at the next open. */
  async stop(): Promise<void> {
    this.#fail(new Error('The embedded database was closed.'));
    await this.#worker.terminate();
  }

  #receive(message: Answer | Opened | Panic): void {
    if ('opened' in message) this.#opening.resolve(message);
    else if ('panic' in message) this.#fail(new Error(message.panic));
    else this.#settle(message);
  }

  #settle(message: Answer): void {
    const call = this.#calls.get(message.id);
    this.#calls.delete(message.id);
    this.#headSince = performance.now();
    if ('outcome' in message) call?.resolve({ ...message.outcome, rows: readRows(message.outcome.rows) });
    else call?.reject(new DatabaseError(message.refusal.message, message.refusal));
  }

  // PostgreSQL's own statement_timeout never fires inside PGlite, which has no signals
  #lookAtAge(): void {
    const head = this.#calls.entries().next().value;
    if (!head || performance.now() - this.#headSince < head[1].limit) return;
    const [id, { limit, reject }] = head;
    this.#calls.delete(id);
    const message = `A statement was stopped because it ran longer than ${limit} ms.`;
    reject(new DatabaseError(message, { code: '57014' }));
    this.#fail(new Error(message));
  }

  #fail(reason: Error): void {
    if (this.#failure) return;
    this.#failure = reason;
    clearInterval(this.#watch);
    const gone = this.#worker.terminate().then(() => {});
    this.#opening.reject(reason);
    this.#onFailure({ reason, gone });
    for (const { reject } of this.#calls.values()) reject(restarted(reason));
    this.#calls.clear();
  }
}

/** 57P01 is the code that a server reports to the clients of a terminated backend. */
const restarted = (reason: Error) => {
  const error = new DatabaseError(`The embedded database was restarted. ${reason.message}`, { code: '57P01' });
  error.cause = reason;
  return error;
};
