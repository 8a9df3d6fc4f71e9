import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { DatabaseLocation } from './database.ts';

export type Run = { code: number; output: string; errors: string };

/**
 * Runs a command of the server as npm does, in a separate process, on its own place.
 *
 * @param options.openFiles the number of files that it may have open; by default as many as this process.
 */
export function runCommand(
  name: string,
  { dataDir, url }: DatabaseLocation,
  {
    args = [],
    env = {},
    openFiles,
  }: { args?: readonly string[]; env?: Record<string, string>; openFiles?: number } = {},
): Promise<Run> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), ...env };
  const program = resolve(import.meta.dirname, '../programs', name);
  const limits = openFiles === undefined ? [] : ['prlimit', `--nofile=${openFiles}`];
  // as the tests themselves: PostgreSQL's WebAssembly is not compiled a second time, optimised
  const [file = '', ...rest] = [...limits, process.execPath, '--liftoff-only', program, ...args];
  return new Promise((done) => {
    execFile(file, rest, { env: settings }, (error, output, errors) =>
      done({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}
