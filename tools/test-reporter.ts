import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { VitestFile } from './test-reports.ts';

/** The message of the first error; a call of the browser that took too long says in it what it was waiting for. */
const messageOf = (errors: readonly { message: string }[] = []): string => errors[0]?.message ?? '';

const reportOf = (file: TestModule): VitestFile => ({
  path: file.moduleId,
  // one whose process ended is neither passed nor failed
  failed: !['passed', 'skipped'].includes(file.state()),
  message: messageOf([...file.errors(), ...[...file.children.allSuites()].flatMap((suite) => suite.errors())]),
  tests: [...file.children.allTests()].map((test) => {
    const { state, errors } = test.result();
    return { state, name: test.fullName, message: messageOf(errors) };
  }),
});

/**
 * A reporter for vitest that writes the results of each file, as JSON, to the path in TEST_REPORT. An error outside of
 * any test, such as that of a stream without a listener, fails its file. (vitest's own JSON report lacks those errors,
 * and has the place of an error in the browser where its message should be.)
 */
export default class TestReporter implements Reporter {
  onTestRunEnd(files: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.TEST_REPORT;
    if (path === undefined) throw new Error('TEST_REPORT does not say where to write');
    const reports = files.map(reportOf);
    for (const { message, VITEST_TEST_PATH = 'no file', VITEST_TEST_NAME } of errors) {
      const during = VITEST_TEST_NAME ? ` (during or after '${VITEST_TEST_NAME}')` : '';
      const found = reports.find((report) => report.path === VITEST_TEST_PATH);
      const said = { failed: true, message: found?.message || `${message}${during}` };
      if (found) Object.assign(found, said);
      else reports.push({ path: String(VITEST_TEST_PATH), tests: [], ...said });
    }
    writeFileSync(path, JSON.stringify(reports));
  }
}
