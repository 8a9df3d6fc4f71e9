// Checks that each row of the specification, each threat and each requirement of OWASP ASVS is shown by a test, or has
// a reason why not. The rows are in tools/coverage/; a test names those that it shows in a tag above it:
//
//   // shows: rules/otp-digits, constants/otp
//   test('a code has six digits', …)
//
// A tag names rows by their ids and stands directly above a test, a describe or a test.step. It therefore survives
// another title and another place. `npm run coverage` also writes the lists with the tests of each row to
// build/coverage/; without `--write`, as in `npm run check`, the rows and tags are only checked.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { parse } from 'yaml';
import { asvsFaults } from './asvs.ts';

/** The lists in tools/coverage/, with what their rows are. */
const lists = {
  specification: 'rows of the specification',
  threats: 'threats',
  asvs: 'rows of OWASP ASVS',
};

const testFiles = '{contract,server,web,tools,demo,bench,e2e,soak}/**/*.{test.ts,test.tsx,spec.ts}';

/** A row's id in a tag; `test` is 'file › title', with the titles around it. */
export type Tag = { id: string; test: string };

type Node = { type: string; span: { start: number; end: number }; [part: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The names in `test.describe.each([…])`: test, describe, each. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.value)];
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), ...namesOf(callee.property)];
  return callee.type === 'CallExpression' ? namesOf(callee.callee) : [];
}

/** The functions that describe or test; those of the server engine and the long ones are of `server/testing/`. */
const testing = ['describe', 'test', 'it', 'describeOnServer', 'testOnServer', 'longTest'];

/** A call that describes or tests something: its titles with those around it, and the line where it begins. */
type TestCall = { line: number; title: string };

/** All tests and describes of a file, except those that never run. */
function testCallsIn(source: string, isReact: boolean): TestCall[] {
  const bytes = Buffer.from(source);
  // positions of swc are bytes, counted from 1
  const text = (start: number, end: number) => bytes.subarray(start - 1, end - 1).toString();
  const calls: TestCall[] = [];

  function titleOf(node: Node): string | undefined {
    if (node.type !== 'CallExpression') return;
    const [first, ...more] = namesOf(node.callee);
    if (!first || !testing.includes(first) || more.includes('extend')) return;
    const argument = (node.arguments as { expression: unknown }[])[0]?.expression;
    if (!isNode(argument)) return;
    if (argument.type === 'StringLiteral') return String(argument.value);
    return argument.type === 'TemplateLiteral' ? text(argument.span.start + 1, argument.span.end - 1) : undefined;
  }

  /** A test that never runs, or a group of them: nothing below it runs either. */
  function isSkipped(node: Node): boolean {
    if (node.type !== 'CallExpression') return false;
    const [first = '', ...more] = namesOf(node.callee);
    return testing.includes(first) && more.some((name) => ['skip', 'todo', 'fixme'].includes(name));
  }

  function walk(value: unknown, around: readonly string[]): void {
    if (Array.isArray(value)) for (const one of value) walk(one, around);
    else if (typeof value === 'object' && value !== null) {
      if (isNode(value) && isSkipped(value)) return;
      const title = isNode(value) ? titleOf(value) : undefined;
      const titles = title === undefined ? around : [...around, title];
      if (title !== undefined) {
        const line = text(1, (value as Node).span.start).split('\n').length;
        calls.push({ line, title: titles.join(' › ') });
      }
      for (const part of Object.values(value)) walk(part, titles);
    }
  }
  walk(parseSync(source, { syntax: 'typescript', tsx: isReact, target: 'es2024' }), []);
  return calls;
}

/**
 * The tags of a test file, in its order. A list of ids that ends with a comma continues in the next line; other
 * comments may stand between a tag and its test.
 * @param file the path that references begin with
 * @returns the tags, and a sentence for each tag that stands above no test
 */
export function tagsIn(source: string, file: string): { tags: Tag[]; faults: string[] } {
  const tags: Tag[] = [];
  const faults: string[] = [];
  const lines = source.split('\n');
  const comment = (index: number) => /^\s*\/\/ (.*)$/.exec(lines[index] ?? '')?.[1];
  let calls: TestCall[] | undefined;
  for (let index = 0; index < lines.length; index++) {
    let ids = /^shows: (.*)$/.exec(comment(index) ?? '')?.[1];
    if (ids === undefined) continue;
    const line = index + 1;
    while (ids.endsWith(',')) ids += ` ${comment(++index)?.trim()}`;
    let below = index + 1;
    while (comment(below) !== undefined) below++;
    calls ??= testCallsIn(source, file.endsWith('x'));
    const call = calls.find((one) => one.line === below + 1);
    if (!call) faults.push(`${file}:${line}: this tag stands above no test that runs`);
    else for (const id of ids.split(', ')) tags.push({ id, test: `${file} › ${call.title}` });
  }
  return { tags, faults };
}

/** A row of a list: its ids, what it asks for, and the reasons that stand in place of a test or beside one. */
export type Row = { section: string; ids: string[]; what: string; reasons: string[] };

/**
 * The rows of a list: sections with rows, each an id (or several, separated by commas) with its text, or with a list of
 * its text and reasons: 'not shown yet: …', 'code: …', 'not applicable: …', 'missed: …'.
 * @throws for a text that is not YAML, or names a row twice in a section
 */
export function readRows(yaml: string): Row[] {
  const sections = parse(yaml) as Record<string, Record<string, string | string[]>>;
  return Object.entries(sections).flatMap(([section, rows]) =>
    Object.entries(rows).map(([ids, value]) => {
      const [what = '', ...reasons] = [value].flat();
      return { section, ids: ids.split(', '), what, reasons };
    }),
  );
}

/** Whether a text is a reason that stands in place of a test, or beside one. */
const isReason = (piece: string) => /^(not shown yet|code|not applicable|missed): \S/.test(piece);

export type Coverage = { markdown: string; shown: number; faults: string[] };

/**
 * Compares rows with the tags.
 * @returns a page that lists the tests and reasons of each row, how many rows have a test, and a sentence for each
 * fault: a row with neither a tag nor a reason, a reason of no known kind
 */
export function coverageOf(rows: readonly Row[], tags: readonly Tag[]): Coverage {
  const tests = Map.groupBy(tags, ({ id }) => id);
  const faults: string[] = [];
  const lines: string[] = [];
  let section: string | undefined;
  let shown = 0;
  for (const row of rows) {
    if (row.section !== section) lines.push('', `## ${row.section}`, '');
    section = row.section;
    const found = new Set(row.ids.flatMap((id) => tests.get(id) ?? []).map(({ test }) => `\`${test}\``));
    const name = row.ids.join(', ');
    for (const reason of row.reasons) {
      if (!isReason(reason)) faults.push(`${name}: not a reason of a known kind: '${reason}'`);
    }
    if (found.size > 0) shown++;
    if (found.size + row.reasons.length === 0) faults.push(`${name}: neither a tag nor a reason`);
    lines.push(`- **${name}**: ${row.what}`, ...[...found, ...row.reasons].map((piece) => `  - ${piece}`));
  }
  if (rows.length === 0) faults.push('there are no rows');
  return { markdown: `${lines.join('\n').trim()}\n`, shown, faults };
}

/** A sentence for each tag that names no row, and for each id that stands for two rows. */
export function idFaults(ids: readonly string[], tags: readonly Tag[]): string[] {
  return [
    ...tags.filter(({ id }) => !ids.includes(id)).map(({ id, test }) => `${test}: no row has the id '${id}'`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `two rows have the id '${id}'`),
  ];
}

/** The tags of all tests of the repository. */
export function findTags(root: string): { tags: Tag[]; faults: string[] } {
  const files = globSync(testFiles, { cwd: root, exclude: ['**/node_modules/**', '**/build/**'] }).sort();
  const found = files.map((file) => tagsIn(readFileSync(join(root, file), 'utf8'), file.replaceAll('\\', '/')));
  return { tags: found.flatMap(({ tags }) => tags), faults: found.flatMap(({ faults }) => faults) };
}

if (import.meta.main) {
  const { tags, faults } = findTags('.');
  const ids: string[] = [];
  if (process.argv.includes('--write')) mkdirSync('build/coverage', { recursive: true });
  for (const [list, what] of Object.entries(lists)) {
    const file = `tools/coverage/${list}.yaml`;
    const rows = readRows(readFileSync(file, 'utf8'));
    const coverage = coverageOf(rows, tags);
    const own = rows.flatMap((row) => row.ids);
    ids.push(...own);
    const found = list === 'asvs' ? [...coverage.faults, ...asvsFaults(own)] : coverage.faults;
    faults.push(...found.map((fault) => `${file}, ${fault}`));
    if (process.argv.includes('--write')) writeFileSync(`build/coverage/${list}.md`, coverage.markdown);
    console.log(`${coverage.shown} of ${rows.length} ${what} are shown by tests`);
  }
  faults.push(...idFaults(ids, tags));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
