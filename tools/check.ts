// The checks that do not run the program, and the tests of one feature: `npm run check`,
// `npm run check -- assessments`, which also tries faults in what was changed of it. The checks are also the first part
// of `npm test`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { findChangedMutants } from './mutants/run-mutants.ts';
import { startServers } from './test-programs.ts';

/** Each check by name, with the command that makes it; the longest first, since they run side by side. */
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['patterns that take too long', 'node', 'tools/patterns.ts'],
  ['types', 'npm', 'run', '--silent', 'types'],
  ['import directions and cycles', 'npm', 'run', '--silent', 'imports'],
  ['lint and format', 'npm', 'run', '--silent', 'lint'],
  ['unused files, exports and dependencies', 'npm', 'run', '--silent', 'unused'],
  ['conditions in SQL', 'node', 'tools/sql-conditions.ts'],
  ['coverage of the specification', 'node', 'tools/specification-coverage.ts'],
];

/** How a check ended; `output` is all that it printed. */
export type Outcome = { name: string; passed: boolean; output: string };

/**
 * tsc's garbage collector runs a quarter as often, for a sixth less processor time and 1.4 GB at most. The script gives
 * it one checker, since each further one checks again what the files share: two took 1.7 times the processor time of
 * one.
 */
const environment = { ...process.env, NO_COLOR: '1', GOGC: '400' };

function runCheck([name, command, ...args]: (typeof checks)[number]): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ name, passed: false, output: String(error) }));
    child.on('close', (status) => resolve({ name, passed: status === 0, output }));
  });
}

/** Runs every check, as many at once as there are processors. For a check that passed, only its name is printed. */
export async function runChecks(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...checks];
  const workThrough = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await runCheck(next);
      outcomes.push(outcome);
      console.log(outcome.passed ? outcome.name : `FAILED: ${outcome.name}\n${outcome.output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workThrough));
  return outcomes;
}

/**
 * Runs the tests of a feature: its folders in server and web and contract, then those that have to notice faults in its
 * changed files. As in `npm test`, they run on a PostgreSQL server where there is one, which takes half of the time,
 * and otherwise on the embedded database.
 */
async function testFeature(feature: string): Promise<boolean> {
  const known = [`server/features/${feature}`, `web/app/features/${feature}`, `server/platform/${feature}`];
  if (!known.some((folder) => existsSync(folder))) {
    console.log(`There is no feature ${feature}: it is the name of a folder in server/features, server/platform or
web/app/features.`);
    return false;
  }
  const filters = [...known.map((folder) => `${folder}/`), `contract/${feature}/`];
  const { environment, stop } = await startServers();
  const env = { ...process.env, ...environment };
  const { status } = spawnSync('vitest', ['run', ...filters], { stdio: 'inherit', env });
  const noticed = status === 0 && (await findChangedMutants(filters, env));
  await stop();
  return noticed;
}

if (import.meta.main) {
  const features = process.argv.slice(2);
  const failed = (await runChecks()).filter(({ passed }) => !passed).map(({ name }) => name);
  for (const feature of features) if (!(await testFeature(feature))) failed.push(`the tests of ${feature}`);
  console.log(failed.length === 0 ? 'nothing is wrong' : `failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
