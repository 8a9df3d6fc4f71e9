import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { freePort } from '../free-port.ts';
import { answers, type Running, runProgram } from './run-program.ts';

const root = resolve(import.meta.dirname, '../../..');

/** A program of several on one database and one data folder. */
export type Instance = {
  url: string;
  port: number;
  /** Starts it, with the sources in a folder: by default those that it had. */
  start: (sources?: string) => Promise<void>;
  /** SIGTERM, until it has ended. */
  stop: () => Promise<void>;
  /** kill -9. */
  kill: () => Promise<void>;
  pid: () => number;
  /** Of the last process that has ended; null when a signal ended it. */
  exitCode: () => number | null;
  /** What it has printed so far. */
  output: () => string;
};

/**
 * Prepares an instance on a free port; it is not started yet.
 *
 * @param folder for its log.
 * @param env its settings at each start.
 * @param from the folder of its sources, by default those of this project.
 */
export async function instanceOf(
  folder: string,
  { env, from = root }: { env: () => Readonly<Record<string, string>>; from?: string },
): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = join(folder, `instance-${port}.log`);
  let running: Running | undefined;
  let sources = from;
  return {
    url,
    port,
    pid: () => running?.pid ?? 0,
    async start(newer) {
      sources = newer ?? sources;
      running = await runProgram({
        program: process.execPath,
        // compiling the embedded database's WebAssembly a second time, optimised, takes more than a test saves by it
        args: ['--liftoff-only', 'server/programs/main.ts'],
        log,
        cwd: sources,
        env: {
          HOME: process.env.HOME ?? '/',
          NODE_ENV: 'production',
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/journeys'),
          PORT: String(port),
          ...env(),
        },
        isReady: () => answers(`${url}/readyz`),
      });
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
    exitCode: () => running?.exitCode() ?? null,
    output: () => readFileSync(log, 'utf8'),
  };
}

/** A data folder that shares with another one only what instances on several machines must share: secrets and keys. */
export async function folderBeside(dataDir: string, folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 });
  for (const name of ['secrets', 'keys']) {
    await mkdir(join(dataDir, name), { recursive: true, mode: 0o700 });
    await symlink(join(dataDir, name), join(folder, name));
  }
  return folder;
}
