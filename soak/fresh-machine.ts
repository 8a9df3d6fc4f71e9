import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const project = resolve(import.meta.dirname, '..');

/** A machine with systemd on which nothing is installed yet, made of this one (stand-ins/fresh-machine.sh). */
export type Machine = {
  /** Its /root, in which commands are entered. */
  home: string;
  /** Runs a line of a shell as its root; its output has both streams. */
  run: (line: string) => { status: number | null; output: string };
  /** Starts a line of a shell that runs on; its standard output is piped. */
  start: (line: string) => ChildProcessByStdio<null, Readable, null>;
  stop: () => Promise<void>;
};

/** How long a machine may take to boot, in milliseconds. */
const patience = 60_000;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What the process that makes the machine has started: in the end, the first process of the machine. */
const childOf = (machine: number) => readFileSync(`/proc/${machine}/task/${machine}/children`, 'utf8').split(' ')[0];

/** The first process of the machine, systemd; undefined until it has begun. */
function firstOf(machine: number): string | undefined {
  try {
    const child = childOf(machine);
    return readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' ? child : undefined;
  } catch {
    return undefined;
  }
}

/** What `nsenter` is given to run a line in the machine. */
const inside = (first: string, line: string) => [
  ...['--target', first, '--all', 'env', '-i', `PATH=${path}`, 'HOME=/root', 'bash', '-c', `cd /root; ${line}`],
];

/** Ends a machine, also one that did not boot, and removes what it has left. */
async function remove(machine: ChildProcess, folder: string): Promise<void> {
  const { pid = 0 } = machine;
  if (machine.exitCode === null && machine.signalCode === null) {
    const ended = once(machine, 'exit');
    // with its first process all others of the machine end; before there is one, the script runs
    const first = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'unshare\n' ? childOf(pid) : '';
    execFileSync('kill', ['-KILL', first || String(pid)]);
    await ended;
  }
  const groups = readFileSync('/proc/mounts', 'utf8').match(/^\S+ (\S+) cgroup2 /m)?.[1] ?? '';
  const group = join(groups, basename(folder));
  if (existsSync(group)) execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+']);
  rmSync(folder, { recursive: true, force: true });
}

/** Boots one. Only root can. */
export async function startMachine(): Promise<Machine> {
  const folder = mkdtempSync('/var/tmp/fairlead-machine-');
  const home = join(folder, 'root');
  mkdirSync(home);
  const script = join(import.meta.dirname, 'stand-ins/fresh-machine.sh');
  const machine = spawn('bash', [script, folder, project], { stdio: ['ignore', 'inherit', 'inherit'] });
  const run = (first: string, line: string) => {
    const { status, stdout, stderr } = spawnSync('nsenter', inside(first, line), { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  };
  const isRunning = (first: string) => /^(running|degraded)$/m.test(run(first, 'systemctl is-system-running').output);
  const end = performance.now() + patience;
  const boot = async () => {
    let first: string | undefined;
    while (first === undefined || !isRunning(first)) {
      if (machine.exitCode !== null || performance.now() > end)
        throw new Error('The machine did not start: that needs root and systemd.');
      await pause(50);
      first = firstOf(machine.pid ?? 0);
    }
    return first;
  };
  const init = await boot().catch(async (error: unknown) => {
    await remove(machine, folder);
    throw error;
  });
  return {
    home,
    run: (line) => run(init, line),
    start: (line) => spawn('nsenter', inside(init, line), { stdio: ['ignore', 'pipe', 'inherit'] }),
    stop: () => remove(machine, folder),
  };
}
