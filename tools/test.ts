// Runs every check of the project, on both database engines and in a real browser, and closes with one line that
// adds them up. Each server that a check needs is started here, on a free port, and ended by its process id.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { installPostgres, startPostgres } from '../server/testing/postgres-server.ts';
import { checks } from './check.ts';
import { installChromium } from './chromium.ts';
import { installClamd } from './clamd.ts';
import { installFfmpeg } from './ffmpeg.ts';
import { installLemonldap } from './lemonldap.ts';
import { installNginx } from './nginx.ts';
import { installPdfReaders } from './pdf-readers.ts';
import type { UnhandledError } from './unhandled-errors.ts';

const reports = 'test-results';
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

/** What a runner counted; `names` are the failed tests', so that the end of a long output names them. */
type Count = { passed: number; failed: number; skipped: number; names: string[] };
const total = { passed: 0, failed: 0, skipped: 0 };
const remarks: string[] = [];

const heading = (text: string) => console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 90 - text.length))}`);

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  // without colours, since most who read this read a log
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, NO_COLOR: '1', ...env } }).status === 0;
}

/** A check that counts as one test. On the machine that checks every change it gets a second try, as a test file does. */
function check(name: string, command: string, ...args: string[]): void {
  heading(name);
  let ok = run(command, args);
  if (!ok && process.env.CI) {
    remarks.push(`failed at the first try: ${name}`);
    heading(`${name}, once more`);
    ok = run(command, args);
  }
  if (ok) total.passed++;
  else {
    total.failed++;
    remarks.push(`failed: ${name}`);
  }
}

/** Adds what a runner counted, which it left as a report; a runner that fails without a failed test counts as one. */
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

type VitestReport = { testResults: VitestFile[] };
type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

/** Each failed test of a file with the first line of why, or the file when it could not be read as tests at all. */
function failedIn({ name, status, message, assertionResults }: VitestFile): string[] {
  if (status !== 'failed') return [];
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [`${file}: ${firstLine(message) || 'its process ended'}`];
  return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

function countOf(files: readonly VitestFile[]): Count {
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const names = files.flatMap(failedIn);
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed: names.length, skipped: statuses.length - passed - failed, names };
}

/** The files of a run. What failed outside of any test, such as a stream that nobody listened to, fails its file. */
function filesOf(output: string): VitestFile[] {
  const read = (name: string) => JSON.parse(readFileSync(`${reports}/${name}`, 'utf8'));
  const { testResults } = read(output) as VitestReport;
  for (const { file, message } of read(`unhandled-${output}`) as UnhandledError[]) {
    const found = testResults.find(({ name }) => name === file);
    if (found) Object.assign(found, { status: 'failed', message: found.message || message });
    else testResults.push({ name: file, status: 'failed', message, assertionResults: [] });
  }
  return testResults;
}

/**
 * Runs the tests that `args` choose. On the machine that checks every change, a file that failed runs once more, whole
 * and with a database of its own: a second try tells a machine that stalled from a fault, and the remarks name it.
 */
function unitTests(name: string, report: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  heading(name);
  const reporters = ['dot', 'json', './tools/unhandled-errors.ts'].map((reporter) => `--reporter=${reporter}`);
  const vitest = (output: string, files: readonly string[] = []) =>
    run('vitest', ['run', ...args, ...files, ...reporters, `--outputFile.json=${reports}/${output}`], {
      ...env,
      UNHANDLED_ERRORS: `${reports}/unhandled-${output}`,
    });
  let ok = vitest(report);
  add(
    name,
    () => ok,
    () => {
      const first = filesOf(report);
      const again = first.filter((file) => file.status === 'failed' && existsSync(file.name));
      if (again.length === 0 || !process.env.CI) return countOf(first);
      heading(`${name}: what failed, once more`);
      const second = `second-${report}`;
      ok = vitest(
        second,
        again.map((file) => relative(process.cwd(), file.name)),
      );
      for (const failure of again.flatMap(failedIn)) remarks.push(`failed at the first try: ${failure}`);
      return countOf([...first.filter((file) => !again.includes(file)), ...filesOf(second)]);
    },
  );
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

function browserTests(name: string, report: string, env: NodeJS.ProcessEnv): void {
  heading(name);
  const ok = run('playwright', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/${report}`,
  });
  add(
    name,
    () => ok,
    () => {
      const { stats } = JSON.parse(readFileSync(`${reports}/${report}`, 'utf8')) as PlaywrightReport;
      if (stats.flaky > 0) remarks.push(`passed only at the second try: ${stats.flaky} of ${name}`);
      // the list reporter ends with the names of its own failures
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, names: [] };
    },
  );
}

heading('what the checks need');
const hasPostgres = installPostgres();
if (!installFfmpeg()) {
  remarks.push(
    'The tests of what ffmpeg makes of films did not run: it is not installed, and only root can install it.',
  );
  if (process.env.CI) total.failed++;
}
if (!installNginx()) {
  remarks.push('The tests of films behind nginx did not run: it is not installed, and only root can install it.');
  if (process.env.CI) total.failed++;
}
if (!installPdfReaders()) {
  remarks.push(
    'The tests of what other programs make of a certificate’s PDF did not run: they need pdftoppm, pdfsig, qpdf and ' +
      'openssl, which are not installed, and only root can install them.',
  );
  if (process.env.CI) total.failed++;
}
if (!installClamd()) {
  remarks.push('The tests against the real clamd did not run: it is not installed, and only root can install it.');
  if (process.env.CI) total.failed++;
}
if (!installLemonldap()) {
  remarks.push(
    'The tests of signing in at LemonLDAP::NG did not run: it is not installed, and only root can install it.',
  );
  if (process.env.CI) total.failed++;
}

for (const [name, command, ...args] of checks) check(name, command, ...args);
check('coverage of the specification', 'node', 'tools/specification-coverage.ts');
check('the bench, in its short form', 'node', 'bench/run.ts', '--short');
unitTests('tests on the embedded database', 'embedded.json', [], { TEST_ENGINE: 'embedded' });

const postgres = hasPostgres ? await startPostgres() : undefined;
try {
  if (postgres) {
    const env = { TEST_ENGINE: 'server', TEST_DATABASE_URL: postgres.url };
    unitTests('tests on a PostgreSQL server', 'server.json', ['--project=server'], env);
  } else {
    remarks.push('The tests on a PostgreSQL server did not run: it is not installed, and only root can install it.');
    if (process.env.CI) total.failed++;
  }
  const chromium = await installChromium();
  browserTests('journeys in Chromium', 'journeys.json', {
    CHROMIUM: chromium.path,
    FILM_FORMAT: chromium.films,
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  });
} catch (error) {
  total.failed++;
  remarks.push(`What a check needs could not be had: ${String(error)}`);
} finally {
  await postgres?.stop();
}

console.log('');
for (const remark of remarks) console.log(remark);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
