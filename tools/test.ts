// npm test: every check of the project, with one line at the end that adds them up. Each server that a check needs is
// started on a free port, and ended by its process id. Longer tests are in `npm run soak` (docs/testing.md).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { runChecks } from './check.ts';
import { memoryFolder } from './memory-folder.ts';
import { installPrograms, startServers } from './test-programs.ts';
import { type Count, countOf, failedIn, filesOf, journeysOf } from './test-reports.ts';

const reports = 'test-results';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const total = { passed: 0, failed: 0, skipped: 0 };
const remarks: string[] = [];
/** How long each part took, in the order of the run. */
const seconds: [part: string, seconds: number][] = [];

/** Runs a part of the checks under a heading, and notes how long it took. */
async function part(name: string, work: () => Promise<void>): Promise<void> {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 90 - name.length))}`);
  const begun = performance.now();
  await work();
  seconds.push([name, (performance.now() - begun) / 1000]);
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  // without colours, since the output is mostly read in a log
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, NO_COLOR: '1', ...env } }).status === 0;
}

/** Adds the counts of a runner's report; a runner that fails without a failed test counts as one failure. */
function add(name: string, ok: () => boolean, count: () => Count): void {
  let counted: Count = { passed: 0, failed: 0, skipped: 0, names: [] };
  try {
    counted = count();
  } catch (error) {
    remarks.push(`${name} left no report: ${String(error)}`);
  }
  const ran = counted.passed + counted.failed > 0;
  if ((!ok() && counted.failed === 0) || !ran) counted.failed += 1;
  total.passed += counted.passed;
  total.failed += counted.failed;
  total.skipped += counted.skipped;
  if (counted.failed > 0) remarks.push(`failed: ${counted.failed} of ${name}`);
  for (const test of counted.names) remarks.push(`  ${test}`);
}

/**
 * Runs the tests of some projects of vitest. On the machine that checks every change, a file that failed runs once
 * more, whole and with a database of its own: a second try distinguishes a machine that stalled from a fault, and the
 * remarks name the test.
 */
function unitTests(name: string, projects: readonly string[], env: NodeJS.ProcessEnv): void {
  const chosen = projects.map((project) => `--project=${project}`);
  const report = (attempt: string) => `${reports}/${projects.join('-')}${attempt}.json`;
  const vitest = (attempt: string, files: readonly string[] = []) =>
    run('vitest', ['run', ...chosen, ...files, '--reporter=dot', '--reporter=./tools/test-reporter.ts'], {
      ...env,
      TEST_REPORT: report(attempt),
    });
  const read = (attempt: string) => filesOf(report(attempt));
  let ok = vitest('');
  add(
    name,
    () => ok,
    () => {
      const first = read('');
      const again = first.filter(({ failed, path }) => failed && existsSync(path));
      if (again.length === 0 || !process.env.CI) return countOf(first);
      console.log(`\n${name}: what failed, once more`);
      const paths = [...new Set(again.map(({ path }) => relative(process.cwd(), path)))];
      ok = vitest('-second', paths);
      for (const failure of again.flatMap(failedIn)) remarks.push(`failed at the first try: ${failure}`);
      const kept = first.filter(({ path }) => !again.some((file) => file.path === path));
      // vitest takes the paths as parts of paths
      const second = read('-second').filter(({ path }) => again.some((file) => file.path === path));
      return countOf([...kept, ...second]);
    },
  );
}

function browserTests(name: string, env: NodeJS.ProcessEnv): void {
  const report = `${reports}/journeys.json`;
  const ok = run('playwright', ['test', '--reporter=list,json'], { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  add(
    name,
    () => ok,
    () => {
      const { count, flaky } = journeysOf(report);
      if (flaky > 0) remarks.push(`passed only at the second try: ${flaky} of ${name}`);
      return count;
    },
  );
}

await part('what the checks need', async () => {
  const missing = await installPrograms();
  remarks.push(...missing);
  if (process.env.CI) total.failed += missing.length;
});

await part('checks without a test', async () => {
  for (const { name, passed } of await runChecks()) {
    if (passed) total.passed++;
    else {
      total.failed++;
      remarks.push(`failed: ${name}`);
    }
  }
});

const memory = memoryFolder();
if (memory) process.env.TMPDIR = memory;
const { environment, hasPostgres, stop } = await startServers();
try {
  await part('tests without a browser', async () => {
    const projects = ['unit', 'embedded', ...(hasPostgres ? ['server'] : [])];
    unitTests('tests without a browser', projects, environment);
  });
  await part('components in Chromium', async () => unitTests('components in Chromium', ['components'], environment));
  await part('journeys in Chromium', async () => browserTests('journeys in Chromium', environment));
} catch (error) {
  total.failed++;
  remarks.push(`What a check needs could not be had: ${String(error)}`);
} finally {
  await stop();
}

console.log('');
for (const [name, spent] of seconds) console.log(`${spent.toFixed(0).padStart(5)} s  ${name}`);
for (const remark of remarks) console.log(remark);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
