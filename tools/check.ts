// What can be said of the program without running it: `npm run check`, and the first part of `npm test`.
import { spawnSync } from 'node:child_process';

/** Each check by name, with the command that makes it. */
export const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types', 'npm', 'run', '--silent', 'types'],
  ['lint and format', 'npm', 'run', '--silent', 'lint'],
  ['import directions and cycles', 'npm', 'run', '--silent', 'imports'],
  ['patterns that take too long', 'node', 'tools/patterns.ts'],
];

if (import.meta.main) {
  const failed = checks.filter(([name, command, ...args]) => {
    console.log(name);
    return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
  });
  console.log(failed.length === 0 ? 'nothing is wrong' : `failed: ${failed.map(([name]) => name).join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
