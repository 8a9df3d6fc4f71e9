import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkCoverage, titlesIn } from './specification-coverage.ts';

const folder = mkdtempSync(join(tmpdir(), 'coverage-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'login.test.ts'),
  `import { describe, test } from 'vitest';
describe('login', () => {
  test('knows "its" people', () => {});
  test.each([['a', 1]])('refuses %s', async () => {
    await test.step('politely', () => {});
  });
  test.runIf(process.env.CI)('holds on a server', () => {});
  test.skip('lets everybody in', () => {});
});
for (const engine of ['one', 'two']) test(\`runs on \${engine}\`, () => {});
// test('was once tested', () => {});
const words = 'only said';
`,
);

const pageOf = (...rows: string[]) =>
  ['# A page', '', '| asked for | shown by |', '| --- | --- |', ...rows, '', 'Text | after it |'].join('\n');
const check = (...rows: string[]) => checkCoverage(pageOf(...rows), folder);

describe('a row is shown', () => {
  test.each([
    '`login.test.ts › login`',
    '`login.test.ts › login › knows "its" people`',
    '`login.test.ts › login › refuses %s`',
    '`login.test.ts › login › refuses %s › politely`',
    '`login.test.ts › login › holds on a server`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the test's source
    '`login.test.ts › runs on ${engine.name}`',
    '`login.test.ts › login`<br>`login.test.ts › login › refuses %s`',
  ])('by %s', (evidence) => {
    expect(check(`| a row | ${evidence} |`)).toEqual({ rows: 1, shown: 1, departures: 0, faults: [] });
  });
});

describe('a row is a fault', () => {
  test.each([
    ['without anything', '', "line 5, a row: neither a test nor 'not shown yet: reason': ''"],
    ['with a missing file', '`logout.test.ts › login`', 'line 5, a row: there is no file logout.test.ts'],
    ['with a missing title', '`login.test.ts › login › forgets`', "login.test.ts has no test 'login › forgets'"],
    ['with a title out of its place', '`login.test.ts › refuses %s`', "has no test 'refuses %s'"],
    ['with a part of a title', '`login.test.ts › login › refuses`', "has no test 'login › refuses'"],
    ['with a file alone', '`login.test.ts`', 'login.test.ts is named without a test'],
    ['with a test that never runs', '`login.test.ts › login › lets everybody in`', 'has no test'],
    ['with a test in a comment', '`login.test.ts › was once tested`', 'has no test'],
    ['with words that are no title', '`login.test.ts › only said`', 'has no test'],
    ['with a gap without a reason', 'not shown yet:', 'neither a test nor'],
    ['with a test that is not marked as one', 'login.test.ts › login', 'neither a test nor'],
    ['with one good and one broken', '`login.test.ts › login`<br>`x.ts › login`', 'there is no file x.ts'],
    ['with one good and nothing more', '`login.test.ts › login`<br>', 'neither a test nor'],
  ])('%s', (_, evidence, sentence) => {
    expect(check(`| a row | ${evidence} |`)).toMatchObject({ shown: 0, faults: [expect.stringContaining(sentence)] });
  });
});

test('a gap with its reason is no fault, and its row is not shown', () => {
  const rows = [
    '| one | `login.test.ts › login` |',
    '| two | not shown yet: nobody looked |',
    '| three | `login.test.ts › login`<br>not shown yet: half of it |',
  ];
  expect(check(...rows)).toEqual({ rows: 3, shown: 1, departures: 0, faults: [] });
});

test('a page without the table is a fault, and a departure needs its reason', () => {
  expect(checkCoverage('# Nothing', folder).faults).toEqual(["there is no table with a column 'shown by'"]);
  const page = ['| asked for | here | reason |', '| --- | --- | --- |', '| a | b | c |', '| d | e | |'].join('\n');
  expect(checkCoverage(`${pageOf('| r | `login.test.ts › login` |')}\n\n${page}`, folder)).toEqual({
    rows: 1,
    shown: 1,
    departures: 2,
    faults: ['line 12, d: an empty cell'],
  });
});

test('a file of React parts is read too', () => {
  expect([...titlesIn("test('shows', () => <p>{1}</p>);", true)]).toEqual(['shows']);
});

test('tests of the server engine alone are tests too', () => {
  const source = "describeOnServer('cut', () => { testOnServer('answers', check); });";
  expect([...titlesIn(source)]).toEqual(['cut', 'cut › answers']);
});
