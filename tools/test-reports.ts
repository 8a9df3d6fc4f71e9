import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The counts of a runner; `names` are those of the failed tests, so that the end of a long output lists them. */
export type Count = { passed: number; failed: number; skipped: number; names: string[] };

/** A test file of one project, as tools/test-reporter.ts writes it; its path is absolute. */
export type VitestFile = {
  path: string;
  failed: boolean;
  /** The first error outside of its tests; empty when there is none. */
  message: string;
  tests: { state: 'passed' | 'failed' | 'skipped' | 'pending'; name: string; message: string }[];
};

/** The beginning of a message in one line: a call log of the browser is part of it. */
const shortened = (message: string) => stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 600);

/** Each failed test of a file with its error, and the file with one outside of its tests. */
export function failedIn({ path, failed, message, tests }: VitestFile): string[] {
  if (!failed) return [];
  const file = relative(process.cwd(), path);
  const those = tests.filter(({ state }) => state === 'failed');
  const outside = message || (those.length === 0 ? 'its process ended' : '');
  return [
    ...(outside ? [`${file}: ${shortened(outside)}`] : []),
    ...those.map((test) => `${file} › ${test.name}: ${shortened(test.message)}`),
  ];
}

/** Adds up the tests of some files; a file that failed outside of its tests counts as one more that failed. */
export function countOf(files: readonly VitestFile[]): Count {
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
  const passed = states.filter((state) => state === 'passed').length;
  const names = files.flatMap(failedIn);
  const failed = states.filter((state) => state === 'failed').length;
  return { passed, failed: names.length, skipped: states.length - passed - failed, names };
}

/** The files of a run of vitest, from the report of tools/test-reporter.ts at a path. */
export const filesOf = (report: string): VitestFile[] => JSON.parse(readFileSync(report, 'utf8')) as VitestFile[];

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } };

/**
 * The counts of Playwright's JSON report, and the number of tests that passed only at the second try. The list reporter
 * names the failed ones itself.
 */
export function journeysOf(report: string): { count: Count; flaky: number } {
  const { expected, flaky, unexpected, skipped } = (JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport).stats;
  return { count: { passed: expected + flaky, failed: unexpected, skipped, names: [] }, flaky };
}
