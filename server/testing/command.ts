import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import type { DatabasePlace } from './database.ts';

export type Run = { code: number; output: string; errors: string };

/** Runs a command of the server as npm does, in a separate process, on its own place. */
export function runCommand(
  file: string,
  { dataDir, url }: DatabasePlace,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Run> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const settings = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), ...env };
  const program = resolve(import.meta.dirname, '..', file);
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { env: settings }, (error, output, errors) =>
      done({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}
