import { expect, test } from 'vitest';
import { asked, asvsFaults } from './asvs.ts';
import { coverageOf, idFaults, readRows, tagsIn } from './specification-coverage.ts';

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

const tags = [
  { id: 'login/all', test: 'a.test.ts › login' },
  { id: 'login/known', test: 'a.test.ts › login › a | b' },
  { id: 'login/all', test: 'b.test.ts › all' },
];

test('a list is written with the tests of each row, and then its reasons', () => {
  const rows = readRows(`Login:
  login/all, login/known: everybody
  login/known:
    - one person
    - 'missed: half'
Later:
  login/none: [nobody, 'not shown yet: nobody looked']
`);
  expect(coverageOf(rows, tags)).toEqual({
    shown: 2,
    faults: [],
    markdown: `## Login

- **login/all, login/known**: everybody
  - \`a.test.ts › login\`
  - \`b.test.ts › all\`
  - \`a.test.ts › login › a | b\`
- **login/known**: one person
  - \`a.test.ts › login › a | b\`
  - missed: half

## Later

- **login/none**: nobody
  - not shown yet: nobody looked
`,
  });
});

test.each([
  ['with neither', 'a row', 'login/none: neither a tag nor a reason'],
  ['with a reason of no known kind', '[a row, surely]', "login/none: not a reason of a known kind: 'surely'"],
  ['with a reason without words', "[a row, 'code:']", "login/none: not a reason of a known kind: 'code:'"],
])('a row %s is a fault', (_, value, sentence) => {
  expect(coverageOf(readRows(`Login:\n  login/none: ${value}`), tags).faults).toEqual([sentence]);
});

test('a list without rows is a fault', () => {
  expect(coverageOf([], tags).faults).toEqual(['there are no rows']);
});

test('a tag that names no row is a fault, and so are two rows with one id', () => {
  expect(idFaults(['login/all', 'login/known'], tags)).toEqual([]);
  expect(idFaults(['login/all', 'login/all'], tags)).toEqual([
    "a.test.ts › login › a | b: no row has the id 'login/known'",
    "two rows have the id 'login/all'",
  ]);
});

test('a requirement of ASVS that is left out is a fault, and so is one above level 2', () => {
  const ids = [...asked].map((number) => `asvs/${number}`);
  expect(ids).toHaveLength(253);
  expect(asvsFaults(ids)).toEqual([]);
  expect(asvsFaults([...ids.slice(1), 'asvs/3.1.2'])).toEqual([
    'asvs/3.1.2 is no requirement of level 1 or 2',
    'asvs/1.1.1 is left out',
  ]);
});
