import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Bytes of lines that wait for a reader, beside what the system keeps for a pipe. */
const mostWaiting = 256 * 1024;
/** How long to wait before writing is tried again, in milliseconds: for a reader that is slow, and after a fault. */
const pauses = { full: 100, fault: 1_000 } as const;
/** How long the end of the program waits for a reader that is slow, in milliseconds. */
const lastPatience = 500;

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EAGAIN';

/**
 * Writes lines, each at once, and never waits: neither for a reader that has stopped, nor on a full disk. Lines that
 * cannot be written wait, up to 256 kB; the others are dropped and counted, and a line says how many once it can be
 * written.
 */
export class LineOutput {
  /** The number of lines that were dropped since the start of the program. */
  droppedInAll = 0;
  #dropped = 0;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #rest: NodeJS.Timeout | undefined;
  #isFaulty = false;
  readonly #put: (bytes: Buffer) => number;

  /** @param put writes bytes without waiting, and returns how many; throws EAGAIN when there is no room for any. */
  constructor(put: (bytes: Buffer) => number) {
    this.#put = put;
  }

  /** @param line one or several whole lines, each with its line end. */
  write(line: string): void {
    if (!this.#keep(Buffer.from(line))) {
      this.#dropped++;
      this.droppedInAll++;
    }
    if (!this.#isFaulty) this.#flush();
  }

  /** For the end of the program: writes the pending lines, for which a slow reader has half a second. */
  end(): void {
    const until = performance.now() + lastPatience;
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    while (!this.#flush() && !this.#isFaulty && performance.now() < until) Atomics.wait(sleeper, 0, 0, 10);
  }

  #keep(bytes: Buffer): boolean {
    if (this.#bytes + bytes.length > mostWaiting) return false;
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    return true;
  }

  /** Whether nothing waits any more. */
  #flush(): boolean {
    try {
      for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
        const written = this.#put(first);
        this.#bytes -= written;
        if (written < first.length) this.#waiting[0] = first.subarray(written);
        else this.#waiting.shift();
        if (this.#waiting.length === 0) this.#sayDropped();
      }
      this.#isFaulty = false;
      return true;
    } catch (error) {
      this.#isFaulty = !isFull(error);
      this.#rest ??= setTimeout(
        () => {
          this.#rest = undefined;
          this.#flush();
        },
        pauses[this.#isFaulty ? 'fault' : 'full'],
      ).unref();
      return false;
    }
  }

  #sayDropped(): void {
    if (this.#dropped === 0) return;
    const msg = 'lines of the log were dropped, because they could not be written';
    const line = { level: 40, time: new Date().toISOString(), dropped: this.#dropped, msg };
    this.#dropped = 0;
    this.#keep(Buffer.from(`${JSON.stringify(line)}\n`));
  }
}

/**
 * The program's standard output, for its log and its banner. It is made once: two outputs would write into each other's
 * unfinished lines.
 */
export function standardOutput(): LineOutput {
  if (!output) {
    const descriptor = withoutWaiting();
    output = new LineOutput((bytes) => writeSync(descriptor, bytes));
    process.on('exit', () => output?.end());
  }
  return output;
}
let output: LineOutput | undefined;

/** How many lines of the log were dropped since the start of the program. */
export const droppedLogLines = (): number => output?.droppedInAll ?? 0;

/** A descriptor of standard output at which writing does not wait. */
function withoutWaiting(): number {
  // Node makes a pipe or a socket non-blocking when it opens this stream.
  void process.stdout;
  if (!isatty(1)) return 1;
  try {
    // A terminal that is paused, or whose connection has stalled, blocks like a pipe. It is opened again, since its
    // descriptor is shared with the shell.
    return openSync('/dev/stdout', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    // It belongs to another user, as after su.
    return 1;
  }
}
