import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySources } from '../copied-sources.ts';
import type { Answer, Order } from './test-runner.ts';

/** A copy of the sources in which tests run, one after the other. */
export type Lane = {
  read: (file: string) => string;
  /** Changes sources; the next tests run with them. */
  write: (file: string, source: string) => void;
  /** Runs test files, until one fails. One whose process ends, or that takes longer than `ms`, has failed too. */
  runTests: (tests: readonly string[], ms: number) => Promise<Answer>;
  /** What probes (see `probeOf`) have noted since the last time. */
  takeNotes: () => Set<string>;
  stop: () => void;
};

/** An expression that notes a text, once in a process, for `takeNotes`. */
export const probeOf = (text: string): string =>
  `((globalThis as any).noted ??= new Set()).has('${text}') || ((globalThis as any).noted.add('${text}'), ` +
  `(globalThis as any).process?.getBuiltinModule('node:fs').appendFileSync(process.env.NOTES ?? '/dev/null', '${text}\\n'))`;

/** Opens a lane; `env` is the environment of its tests. */
export function openLane(env: NodeJS.ProcessEnv): Lane {
  const copy = copySources();
  const notes = join(copy, 'notes');
  const changed = new Set<string>();
  let child: ChildProcess | undefined;
  const end = () => {
    if (child?.pid) process.kill(-child.pid, 'SIGKILL');
    child = undefined;
  };
  const start = async () => {
    const started = fork(join(copy, 'tools/mutants/test-runner.ts'), {
      cwd: copy,
      // a group of its own: with it, processes end whose tests a fault keeps in a loop
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...env, NOTES: notes },
    });
    child = started;
    await new Promise((resolve) => started.once('message', resolve).once('exit', resolve));
    return started;
  };
  const runTests: Lane['runTests'] = async (tests, ms) => {
    const runner = child ?? (await start());
    const order: Order = { changed: [...changed], tests };
    changed.clear();
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(timer);
        runner.removeAllListeners();
        resolve(answer);
      };
      const giveUp = () => {
        end();
        settle({ failed: 'time' });
      };
      const timer = setTimeout(giveUp, ms);
      runner.once('message', settle).once('exit', giveUp);
      runner.send(order);
    });
  };
  return {
    read: (file) => readFileSync(join(copy, file), 'utf8'),
    write: (file, source) => {
      writeFileSync(join(copy, file), source);
      changed.add(file);
    },
    runTests,
    takeNotes: () => {
      const lines = readFileSync(notes, { encoding: 'utf8', flag: 'a+' }).split('\n');
      writeFileSync(notes, '');
      return new Set(lines);
    },
    stop: () => {
      end();
      rmSync(copy, { recursive: true, force: true });
    },
  };
}
