import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';

const project = resolve(import.meta.dirname, '..');

/** A machine on which nothing is installed yet, made of namespaces on this one (stand-ins/fresh-machine.sh). */
export type Machine = {
  /** Its /root, in which commands are entered. */
  home: string;
  /** Runs a line of a shell as its root; its output has both streams. */
  run: (line: string) => { status: number | null; output: string };
  /** Starts a line of a shell that runs on; its standard output is piped. */
  start: (line: string) => ChildProcessByStdio<null, Readable, null>;
  stop: () => void;
};

/** Starts one. Only root can. */
export async function startMachine(): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-machine-'));
  const home = join(folder, 'root');
  mkdirSync(home);
  const script = join(import.meta.dirname, 'stand-ins/fresh-machine.sh');
  const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const machine = spawn('unshare', [...namespaces, 'bash', script, folder, project], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.race([once(machine.stdout, 'data'), once(machine, 'exit')]);
  if (!String(said).includes('ready')) throw new Error('The machine did not start: that needs root.');
  const [init = ''] = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').split(' ');
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const inside = (line: string) => [
    ...['--target', init, '--mount', '--net', '--pid', 'env', '-i', `PATH=${path}`, 'HOME=/root'],
    ...['bash', '-c', `cd /root; ${line}`],
  ];
  return {
    home,
    run: (line) => {
      const { status, stdout, stderr } = spawnSync('nsenter', inside(line), { encoding: 'utf8' });
      return { status, output: stdout + stderr };
    },
    start: (line) => spawn('nsenter', inside(line), { stdio: ['ignore', 'pipe', 'inherit'] }),
    stop: () => {
      // with its first process all others of the machine end
      execFileSync('kill', ['-KILL', init]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
