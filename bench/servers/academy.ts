// The real program on a data folder of its own; tells its address, and its vital signs to whoever asks by a message.
//   fork(academy.ts, [dataDir, '--render-anew'])
import { readFile } from 'node:fs/promises';
import { createHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { readConfig } from '../../server/config.ts';
import { start } from '../../server/start.ts';

process.env.NODE_ENV = 'production';
process.umask(0o077);
const [dataDir, mode] = process.argv.slice(2);
const config = readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
const program = await start(config, { dev: false, keepPages: mode !== '--render-anew' });

const loop = monitorEventLoopDelay({ resolution: 1 });
/** Nanoseconds that this thread had a core for between two looks, of which there is one a millisecond if it is free. */
const work = createHistogram();
let looking: NodeJS.Timeout | undefined;
let reads: number[] = [];
let reading: NodeJS.Timeout | undefined;

/**
 * Writes down each millisecond how much processor time this thread took since the look before. Unlike the loop's lateness
 * it tells nothing of how long the thread waited for a core that others had.
 */
function lookOften(): void {
  let before = process.threadCpuUsage();
  looking = setInterval(() => {
    const now = process.threadCpuUsage();
    work.record(Math.max(1, Math.round((now.user - before.user + now.system - before.system) * 1000)));
    before = now;
  }, 1);
}

/** Reads a small file a hundred times a second, as whoever asks for a picture does. */
function readOften(): void {
  reading = setInterval(async () => {
    const begun = performance.now();
    await readFile(new URL(import.meta.url));
    reads.push(performance.now() - begun);
  }, 10);
}

/** The 99th and the 99.9th percentile, and the longest, in milliseconds. */
type Worst = { p99: number; p999: number; most: number };

/** How the program felt while it was watched, in milliseconds. */
export type Vitals = {
  /** How late the event loop was. */
  loop: Worst;
  /** How long the main thread worked before it came back to the loop's timers. */
  work: Worst;
  /** How long a read of a file took, at the 99th percentile; 0 when none was watched. */
  read: number;
};

/** What it is asked to watch: the loop, and where wanted reads of a file beside it, which take a tenth of a core. */
export type Watch = { watch: 'loop' | 'loop and reads' };

/** Of a histogram in nanoseconds. */
const worstOf = (of: { percentile(percent: number): number; max: number }): Worst => ({
  p99: of.percentile(99) / 1e6,
  p999: of.percentile(99.9) / 1e6,
  most: of.max / 1e6,
});

/** Tells how it was, and watches no longer. */
function vitals(): Vitals {
  loop.disable();
  clearInterval(looking);
  clearInterval(reading);
  const ascending = reads.toSorted((a, b) => a - b);
  return {
    loop: worstOf(loop),
    work: worstOf(work),
    read: ascending[Math.floor(ascending.length * 0.99)] ?? 0,
  };
}

/** Begins anew to watch; gives an answer, since whoever asks waits for one. */
function watch(what: Watch['watch']): 'watching' {
  loop.reset();
  loop.enable();
  work.reset();
  lookOften();
  reads = [];
  if (what === 'loop and reads') readOften();
  return 'watching';
}

process.on('message', (asked: Watch | 'vitals') => {
  process.send?.(asked === 'vitals' ? vitals() : watch(asked.watch));
});
process.once('SIGTERM', async () => {
  clearInterval(looking);
  clearInterval(reading);
  await program.stop();
  process.exit(0);
});
process.send?.(program.url);
