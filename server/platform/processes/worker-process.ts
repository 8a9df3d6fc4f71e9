import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { LoggableError } from '../error-in-log.ts';
import { standardOutput } from '../standard-output.ts';

/** What a worker sends: once that it is there, and then its reply to each order. */
export type WorkerMessage = { ready: true } | { done: unknown } | { error: Error };

/** The worker ended before it replied, or was ended: `how` is 'by SIGKILL' or 'with code 1'. */
export class WorkerEnded extends LoggableError {
  readonly how: string;
  /** Whether it had started: one that had not is missing something, or the machine is out of memory or processes. */
  readonly hadStarted: boolean;
  constructor(how: string, hadStarted: boolean) {
    super(`A worker's process ended ${how}`);
    this.how = how;
    this.hadStarted = hadStarted;
  }
}

type Settings = {
  /** A module that calls `carryOutOrders`. */
  file: URL;
  /** The most memory of V8's heap for objects in megabytes; Node's own limit when it is missing. */
  heapMegabytes?: number;
  /** Whether what it prints is dropped, such as messages of libraries about an untrusted file. */
  isSilent?: boolean;
};

type Waiting = { resolve: (done: unknown) => void; reject: (error: Error) => void };

/**
 * A process that carries out one order at a time. Whatever happens in it ends at most that process. It keeps the
 * program alive only while it has an order, and ends with the program.
 */
export class WorkerProcess<Order extends object | string> {
  readonly #child: ChildProcess;
  #hasStarted = false;
  #waiting: Waiting | undefined;
  #end: WorkerEnded | undefined;

  constructor({ file, heapMegabytes, isSilent = false }: Settings) {
    const { NODE_ENV, NODE_COMPILE_CACHE, MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = process.env;
    // Not inherited: while a process starts, Node lets its output wait for the reader, and with it that of the program.
    const output = isSilent ? 'ignore' : 'pipe';
    this.#child = fork(file, [], {
      execArgv: heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`],
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      // none of the program's secrets
      env: {
        ...(NODE_ENV && { NODE_ENV }),
        ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
        ...(MALLOC_ARENA_MAX && { MALLOC_ARENA_MAX }),
        ...(MALLOC_MMAP_THRESHOLD_ && { MALLOC_MMAP_THRESHOLD_ }),
      },
    });
    for (const printed of [this.#child.stdout, this.#child.stderr] as (Socket | null)[])
      if (printed) createInterface(printed.unref()).on('line', (line) => standardOutput().write(`${line}\n`));
    this.#hold(false);
    this.#child.on('message', (message) => this.#receive(message as WorkerMessage));
    // it could not be started, or no longer be written to
    this.#child.on('error', (error) => {
      this.#endedBy(`with ${error.message}`);
      this.#child.kill('SIGKILL');
    });
    this.#child.on('exit', (code, signal) => this.#endedBy(signal ? `by ${signal}` : `with code ${code}`));
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** The memory that it holds, as Linux counts it; 0 on other systems, and when it has ended. */
  get bytes(): number {
    if (this.#end) return 0;
    try {
      const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Sends an order, after the reply to the one before. @throws the worker's error, or WorkerEnded */
  async ask(order: Order): Promise<unknown> {
    if (this.#end) throw this.#end;
    this.#hold(true);
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#child.send(order);
      });
    } finally {
      this.#waiting = undefined;
      this.#hold(false);
    }
  }

  /** Kills it; resolves when it has ended. An order that it has is rejected at once. */
  async end(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.kill('SIGKILL');
    this.#endedBy('by the program');
    await ended;
  }

  #receive(message: WorkerMessage): void {
    if ('ready' in message) this.#hasStarted = true;
    else if ('error' in message) this.#waiting?.reject(message.error);
    else this.#waiting?.resolve(message.done);
  }

  #endedBy(how: string): void {
    this.#end ??= new WorkerEnded(how, this.#hasStarted);
    this.#waiting?.reject(this.#end);
  }

  #hold(keepsAlive: boolean): void {
    if (keepsAlive) this.#child.ref();
    else this.#child.unref();
    if (keepsAlive) this.#child.channel?.ref();
    else this.#child.channel?.unref();
  }
}
