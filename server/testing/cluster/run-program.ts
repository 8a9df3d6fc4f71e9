import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Identity } from '../postgres-server.ts';

/** A program that runs until it is stopped; `kill` is `kill -9`. */
export type Running = {
  pid: number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
  /** Null while it runs, and when a signal has ended it. */
  exitCode: () => number | null;
};

type Start = {
  program: string;
  args: readonly string[];
  /** The file for what it prints. */
  log: string;
  cwd: string;
  env?: Record<string, string>;
  /** The account that runs it, where it refuses to run as root. */
  identity?: Identity;
  isReady: () => Promise<boolean>;
};

/**
 * Starts a program and waits until it is ready.
 *
 * @throws when it ends before, or is not ready after two minutes, with the last lines that it has printed.
 */
export async function runProgram({ program, args, log, cwd, env, identity, isReady }: Start): Promise<Running> {
  const output = openSync(log, 'a', 0o600);
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, ...env },
    ...identity,
  });
  closeSync(output);
  // Patroni ends its server with itself when it is asked to
  const lost = () => child.kill('SIGTERM');
  process.once('exit', lost);
  const end = async (how: NodeJS.Signals) => {
    process.off('exit', lost);
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(how);
    await ended;
  };
  for (const until = Date.now() + 120_000; !(await isReady().catch(() => false)); ) {
    if (hasEnded(child) || Date.now() > until) {
      await end('SIGKILL');
      throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(-3000)}`);
    }
    await setTimeout(50);
  }
  return {
    pid: Number(child.pid),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    exitCode: () => child.exitCode,
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Whether somebody answers 2xx at a URL. */
export const answers = async (url: string): Promise<boolean> => (await fetch(url)).ok;
