import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

type Run = {
  /** The program's path. */
  ffmpeg: string;
  args: readonly string[];
  signal: AbortSignal;
  /** Seconds of the film that are done. */
  onProgress?: (seconds: number) => void;
};

/** What ffmpeg could not do with a film; the last lines it wrote are the message. */
export class FfmpegFailure extends Error {}

/**
 * Runs ffmpeg behind everything else that the machine has to do, and tells how far it is.
 *
 * @throws FfmpegFailure, and what `signal` says when it is stopped.
 */
export async function runFfmpeg({ ffmpeg, args, signal, onProgress }: Run): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A film that takes over its decoder finds no secret in the environment. Windows starts nothing without SystemRoot.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
  });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-1000);
  });
  createInterface(child.stdout).on('line', (line) => {
    const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (microseconds) onProgress?.(Number(microseconds) / 1e6);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw new FfmpegFailure(complaint.trim() || `ffmpeg ended with ${code}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
