import { resolve } from 'node:path';
import { backUpAndPrint, lineOf } from '../program/back-up.ts';
import { readConfig } from '../settings/config.ts';

// npm run backup -- /where/to/put/2026-11-20

process.umask(0o077);
const folder = process.argv[2];
if (!folder) {
  console.error('Usage: npm run backup -- FOLDER, which is made');
  process.exit(2);
}
try {
  const { isComplete } = await backUpAndPrint(readConfig(process.env, { make: false }), { target: resolve(folder) });
  if (!isComplete) process.exitCode = 1;
} catch (error) {
  console.error(lineOf(error));
  process.exitCode = 1;
}
