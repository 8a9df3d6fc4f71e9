import { describe, expect, test } from 'vitest';
import { fillPage, idFaults, tagsIn } from './specification-coverage.ts';

// as a part of a text, so that this file has no tags of its own
const shows = '// shows:';

const source = `import { describe, test } from 'vitest';
${shows} login/all
describe('login', () => {
  ${shows} login/known
  test('knows "its" people', () => {});
  ${shows} login/known, login/refused,
  //   login/polite
  // biome-ignore lint/suspicious/noExplicitAny: a reason
  test.each([['é', 1]])('refuses %s', async () => {
    ${shows} login/polite
    await test.step('politely', () => {});
  });
  test('has no tag', () => {});
  ${shows} login/server
  describeOnServer('on a server', () => {
    ${shows} login/cut
    testOnServer('holds when it is cut', check);
  });
});
${shows} login/engines
for (const engine of ['one', 'two']) test(\`runs on \${engine}\`, () => {});
`;

test('a tag belongs to the test below it, whose title is listed with those of its describes', () => {
  expect(tagsIn(source, 'a.test.ts')).toEqual({
    faults: [],
    tags: [
      { id: 'login/all', test: 'a.test.ts › login' },
      { id: 'login/known', test: 'a.test.ts › login › knows "its" people' },
      { id: 'login/known', test: 'a.test.ts › login › refuses %s' },
      { id: 'login/refused', test: 'a.test.ts › login › refuses %s' },
      { id: 'login/polite', test: 'a.test.ts › login › refuses %s' },
      { id: 'login/polite', test: 'a.test.ts › login › refuses %s › politely' },
      { id: 'login/server', test: 'a.test.ts › login › on a server' },
      { id: 'login/cut', test: 'a.test.ts › login › on a server › holds when it is cut' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the test's source
      { id: 'login/engines', test: 'a.test.ts › runs on ${engine}' },
    ],
  });
});

test('two tags above one test both count, also in a file with JSX', () => {
  const react = `${shows} one/a\n${shows} two/b\ntest('shows', () => <p>{1}</p>);`;
  expect(tagsIn(react, 'a.test.tsx').tags.map(({ id }) => id)).toEqual(['one/a', 'two/b']);
});

test.each([
  ['nothing', ''],
  ['a test that never runs', "test.skip('later', () => {});"],
  ['a test that awaits its turn', "test.fixme('later', () => {});"],
  ['an empty line', "\ntest('later', () => {});"],
  ['another call', "expect('later').toBe('later');"],
])('a tag above %s is a fault', (_, below) => {
  expect(tagsIn(`test('first', () => {});\n${shows} login/all\n${below}`, 'a.test.ts')).toEqual({
    tags: [],
    faults: ['a.test.ts:2: this tag stands above no test that runs'],
  });
});

test('a tag in a group that never runs is a fault', () => {
  const group = `test.describe.skip('later', () => {\n${shows} login/all\ntest('one', () => {});\n});`;
  expect(tagsIn(group, 'a.test.ts')).toMatchObject({ tags: [], faults: [expect.stringContaining('a.test.ts:2')] });
});

const pageOf = (...rows: string[]) =>
  ['# A page', '', '| id | asked for | shown by |', '| --- | --- | --- |', ...rows, '', 'Text | after it |'].join('\n');
const tags = [
  { id: 'login/all', test: 'a.test.ts › login' },
  { id: 'login/known', test: 'a.test.ts › login › a | b' },
  { id: 'login/all', test: 'b.test.ts › all' },
];

describe('the column of a page', () => {
  test.each([
    ['is filled', '| login/known | a row | |', '| login/known | a row | `a.test.ts › login › a \\| b` |'],
    [
      'is written again',
      '| login/all | r | `c.test.ts › x` |',
      '| login/all | r | `a.test.ts › login`<br>`b.test.ts › all` |',
    ],
    ['keeps reasons', '| login/none | r | code: `x.ts` has it |', '| login/none | r | code: `x.ts` has it |'],
    [
      'has reasons after the tests',
      '| login/known | r | missed: half<br>`c.test.ts › x` |',
      '| login/known | r | `a.test.ts › login › a \\| b`<br>missed: half |',
    ],
    [
      'has the tests of all ids of a row, once each',
      '| login/all, login/known | r | |',
      '| login/all, login/known | r | `a.test.ts › login`<br>`b.test.ts › all`<br>`a.test.ts › login › a \\| b` |',
    ],
  ])('%s', (_, before, after) => {
    const filled = fillPage(pageOf(before), tags);
    expect(filled).toMatchObject({ markdown: pageOf(after), faults: [], rows: 1 });
    expect(fillPage(filled.markdown, tags).markdown).toBe(filled.markdown);
  });
});

test('a row without a test is counted as not shown', () => {
  const page = pageOf('| login/all | r | |', '| login/none | r | not shown yet: nobody looked |');
  expect(fillPage(page, tags)).toMatchObject({ rows: 2, shown: 1, ids: ['login/all', 'login/none'], faults: [] });
});

test.each([
  ['with neither', '', 'line 5, login/none: neither a tag nor a reason'],
  ['with a test that no tag names', '`a.test.ts › login`', 'line 5, login/none: neither a tag nor a reason'],
  ['with a reason of no known kind', 'surely', "line 5, login/none: not a reason of a known kind: 'surely'"],
  ['with a reason without words', 'code:', "line 5, login/none: not a reason of a known kind: 'code:'"],
])('a row %s is a fault', (_, evidence, sentence) => {
  expect(fillPage(pageOf(`| login/none | r | ${evidence} |`), tags).faults).toEqual([sentence]);
});

test('a page without the table is a fault, and a departure needs its reason', () => {
  expect(fillPage('# Nothing', tags).faults).toEqual(["there is no table with a column 'shown by'"]);
  const page = ['| asked for | here | reason |', '| --- | --- | --- |', '| a | b | c |', '| d | e | |'].join('\n');
  expect(fillPage(`${pageOf('| login/all | r | |')}\n\n${page}`, tags).faults).toEqual(['line 12, d: an empty cell']);
});

test('a tag that names no row is a fault, and so are two rows with one id', () => {
  expect(idFaults(['login/all', 'login/known'], tags)).toEqual([]);
  expect(idFaults(['login/all', 'login/all'], tags)).toEqual([
    "a.test.ts › login › a | b: no row has the id 'login/known'",
    "two rows have the id 'login/all'",
  ]);
});
