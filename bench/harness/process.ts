import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server of the bench in a separate process. */
export type Running = {
  url: string;
  pid: number;
  /** Sends a message and waits for the reply. */
  ask: (message: unknown) => Promise<unknown>;
  stop: () => Promise<void>;
};

const running = new Set<ChildProcess>();

/** Stops the processes of a measurement that threw before it stopped them itself. */
export const endLeftovers = async (): Promise<void> => void (await Promise.all([...running].map(stop)));

const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled');
/** The environment with which server/programs/main.ts begins. */
export const asProgramsBegin = {
  NODE_COMPILE_CACHE: compiled,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/**
 * Starts a file that sends its URL as its first message.
 *
 * @throws when the process ends before that
 */
export async function startServer(
  file: URL,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<Running> {
  const all = { ...process.env, ...asProgramsBegin, ...env };
  const child = fork(file, args, { env: all, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const [url] = (await Promise.race([once(child, 'message'), endOf(child, file)])) as [string];
  const ask = async (message: unknown) => {
    child.send(message as object);
    return (await once(child, 'message'))[0];
  };
  return { url, pid: Number(child.pid), ask, stop: () => stop(child) };
}

async function endOf(child: ChildProcess, file: URL): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`${file.pathname} ended with ${code} before it listened`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Clock ticks per second in /proc; 100 on every common Linux system. */
const ticks = 100;

/**
 * Seconds of processor time that a process has used since it started, with all threads and children, including children
 * that have ended: the cost of requests, independent of other load on the machine.
 */
export function cpuSeconds(pid: number): number {
  const own = statOf(pid);
  if (!own) return 0;
  const children = childrenOf(pid).map(cpuSeconds);
  return children.reduce((sum, seconds) => sum + seconds, own.seconds);
}

/** Megabytes of resident memory of a process. */
export function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** The same with its children, such as the renderers of a program. */
export const residentWithChildren = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + residentWithChildren(child), residentMegabytes(pid));

/**
 * Megabytes of memory of a process and its children, of which each page that several processes share counts in parts
 * (PSS).
 */
export function shareOfMemory(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return childrenOf(pid).reduce((sum, child) => sum + shareOfMemory(child), Number(kilobytes) / 1024);
}

function statOf(pid: number): { seconds: number; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in brackets may contain anything; only numbers follow it, after the state
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return { seconds: (user + system + childrenUser + childrenSystem) / ticks, parent: fields[1] ?? 0 };
  } catch {
    return undefined; // the process has ended
  }
}

function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.filter((one) => statOf(one)?.parent === pid);
}
