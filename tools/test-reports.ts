import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { UnhandledError } from './unhandled-errors.ts';

/** The counts of a runner; `names` are those of the failed tests, so that the end of a long output lists them. */
export type Count = { passed: number; failed: number; skipped: number; names: string[] };

type VitestReport = { testResults: VitestFile[] };
/** A test file of one project, as in vitest's JSON report; `name` is its absolute path. */
export type VitestFile = {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
};

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

/** Each failed test of a file with the first line of its error, or the file when it could not be loaded. */
export function failedIn({ name, status, message, assertionResults }: VitestFile): string[] {
  if (status !== 'failed') return [];
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return [`${file}: ${firstLine(message) || 'its process ended'}`];
  return failed.map((test) => `${file} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
}

/** Adds up the tests of some files; a file that failed outside of its tests counts as one more that failed. */
export function countOf(files: readonly VitestFile[]): Count {
  const statuses = files.flatMap((file) => file.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const names = files.flatMap(failedIn);
  const failed = statuses.filter((status) => status === 'failed').length;
  return { passed, failed: names.length, skipped: statuses.length - passed - failed, names };
}

/**
 * The files of a run of vitest. An error outside of any test, such as that of a stream without a listener, fails its
 * file.
 *
 * @param report where vitest's JSON report lies, and @param unhandled the one of tools/unhandled-errors.ts.
 */
export function filesOf(report: string, unhandled: string): VitestFile[] {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  for (const { file, message } of JSON.parse(readFileSync(unhandled, 'utf8')) as UnhandledError[]) {
    const found = testResults.find(({ name }) => name === file);
    if (found) Object.assign(found, { status: 'failed', message: found.message || message });
    else testResults.push({ name: file, status: 'failed', message, assertionResults: [] });
  }
  return testResults;
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

/**
 * The counts of Playwright's JSON report, and the number of tests that passed only at the second try. The list reporter
 * names the failed ones itself.
 */
export function journeysOf(report: string): { count: Count; flaky: number } {
  const { expected, flaky, unexpected, skipped } = (JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport).stats;
  return { count: { passed: expected + flaky, failed: unexpected, skipped, names: [] }, flaky };
}
