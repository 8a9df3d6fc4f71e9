import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

type Run = {
  /** The path of the ffmpeg program. */
  ffmpeg: string;
  args: readonly string[];
  signal: AbortSignal;
  /** Called with the number of seconds of the film that are processed. */
  onProgress?: (seconds: number) => void;
};

/** ffmpeg failed to process a film; the message is its last lines of output. */
export class FfmpegFailure extends Error {}

/**
 * Runs ffmpeg with low priority, and reports its progress.
 *
 * @throws FfmpegFailure, or the reason of `signal` when it is aborted.
 */
export async function runFfmpeg({ ffmpeg, args, signal, onProgress }: Run): Promise<void> {
  const onLine = (line: string) => {
    const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (microseconds) onProgress?.(Number(microseconds) / 1e6);
  };
  await run(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...args], { signal, onLine });
}

/** The most that is read of what ffprobe writes, in characters, and how long it may take. */
const mostAnswer = 100_000;
const mostMilliseconds = 60_000;

/**
 * The description of a film by ffprobe, as its `args` ask for it: the object of its JSON.
 *
 * @throws FfmpegFailure, or the reason of `signal` when it is aborted.
 */
export async function readByFfprobe(
  ffprobe: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  let answer = '';
  const onLine = (line: string) => {
    if (answer.length < mostAnswer) answer += line;
  };
  const timeUp = AbortSignal.timeout(mostMilliseconds);
  try {
    await run(ffprobe, ['-v', 'error', '-of', 'json', ...args], { signal: AbortSignal.any([signal, timeUp]), onLine });
    return JSON.parse(answer);
  } catch (error) {
    if (error === timeUp.reason || error instanceof SyntaxError) throw new FfmpegFailure('ffprobe gave no answer');
    throw error;
  }
}

type Running = { signal: AbortSignal; onLine: (line: string) => void };

async function run(program: string, args: readonly string[], { signal, onLine }: Running): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A film that exploits a bug in the decoder finds no secrets in the environment. Windows starts no program without
    // SystemRoot.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
  });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-1000);
  });
  createInterface(child.stdout).on('line', onLine);
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
