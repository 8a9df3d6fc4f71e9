// The real server on the given data folder. Sends its URL, and its vital signs when asked by a message.
//
//   fork(academy.ts, [dataDir, '--render-each-time'])
import { readFile } from 'node:fs/promises';
import { createHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { start } from '../../server/program/start.ts';
import { readConfig } from '../../server/settings/config.ts';
import { statedAcademy } from '../../server/testing/stated-academy.ts';

process.env.NODE_ENV = 'production';
process.umask(0o077);
const [dataDir, mode] = process.argv.slice(2);
const config = readConfig({ ...statedAcademy, ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
const warmUpMilliseconds = Number(process.env.WARM_UP ?? 0);
/** How many statements the program has carried out. */
let statements = 0;
const onStatement = () => {
  statements += 1;
};
const keepPages = mode !== '--render-each-time';
const program = await start(config, { dev: false, keepPages, warmUpMilliseconds, onStatement });

const loop = monitorEventLoopDelay({ resolution: 1 });
/** Nanoseconds of processor time of this thread between two samples, taken every millisecond while it is free. */
const work = createHistogram();
let looking: NodeJS.Timeout | undefined;
let reads: number[] = [];
let reading: NodeJS.Timeout | undefined;

/**
 * Records every millisecond how much processor time this thread has used since the sample before. Unlike the event
 * loop's delay, it does not include the time that the thread waited for a core used by others.
 */
function lookOften(): void {
  let before = process.threadCpuUsage();
  looking = setInterval(() => {
    const now = process.threadCpuUsage();
    work.record(Math.max(1, Math.round((now.user - before.user + now.system - before.system) * 1000)));
    before = now;
  }, 1);
}

/** Reads a small file a hundred times a second, as a request for a picture does. */
function readOften(): void {
  reading = setInterval(async () => {
    const begun = performance.now();
    await readFile(new URL(import.meta.url));
    reads.push(performance.now() - begun);
  }, 10);
}

/** The 99th and the 99.9th percentile, and the maximum, in milliseconds. */
type Worst = { p99: number; p999: number; most: number };

/** The responsiveness of the server while it was measured, in milliseconds. */
export type Vitals = {
  /** The delay of the event loop. */
  loop: Worst;
  /** How long the main thread worked before it returned to the event loop's timers. */
  work: Worst;
  /** The 99th percentile of the duration of a file read; 0 when reads were not measured. */
  read: number;
};

/** The measurement to start: the event loop, and optionally file reads beside it, which use a tenth of a core. */
export type Watch = { watch: 'loop' | 'loop and reads' };

/** The values of a histogram in nanoseconds. */
const worstOf = (of: { percentile(percent: number): number; max: number }): Worst => ({
  p99: of.percentile(99) / 1e6,
  p999: of.percentile(99.9) / 1e6,
  most: of.max / 1e6,
});

/** Stops the measurement and returns its result. */
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

/** Starts a new measurement; the return value is the reply to the caller. */
function watch(what: Watch['watch']): 'watching' {
  loop.reset();
  loop.enable();
  work.reset();
  lookOften();
  reads = [];
  if (what === 'loop and reads') readOften();
  return 'watching';
}

/** What the process holds by its own account, in megabytes. */
const memory = () =>
  Object.fromEntries(Object.entries(process.memoryUsage()).map(([kind, bytes]) => [kind, Math.round(bytes / 2 ** 20)]));

process.on('message', (asked: Watch | 'vitals' | 'memory' | 'statements') => {
  if (asked === 'memory') process.send?.(memory());
  else if (asked === 'statements') process.send?.(statements);
  else process.send?.(asked === 'vitals' ? vitals() : watch(asked.watch));
});
process.once('SIGTERM', async () => {
  clearInterval(looking);
  clearInterval(reading);
  await program.stop();
  process.exit(0);
});
process.send?.(program.url);
