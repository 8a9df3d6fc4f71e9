import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Errors outside of any test: the absolute path of the file that was being tested, and the message. */
export type UnhandledError = { file: string; message: string };

/** A reporter for vitest that writes the errors which its JSON report lacks to the path in UNHANDLED_ERRORS. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_: unknown, errors: Parameters<NonNullable<Reporter['onTestRunEnd']>>[1]): void {
    const path = process.env.UNHANDLED_ERRORS;
    if (path === undefined) throw new Error('UNHANDLED_ERRORS does not say where to write');
    const found = errors.map(({ message, VITEST_TEST_PATH, VITEST_TEST_NAME }): UnhandledError => {
      const during = VITEST_TEST_NAME ? ` (during or after '${VITEST_TEST_NAME}')` : '';
      return { file: String(VITEST_TEST_PATH ?? 'no file'), message: `${message}${during}` };
    });
    writeFileSync(path, JSON.stringify(found));
  }
}
