// Fills the column 'shown by' of the pages that list what the tests show, from the tags above the tests:
//
//   // shows: rules/otp-digits, constants/otp
//   test('a code has six digits', …)
//
// A tag names rows by their ids and stands directly above a test, a describe or a test.step. It therefore survives
// another title and another place; the page is written again by `node tools/specification-coverage.ts --write`.
// Without `--write` the pages are compared with the tags: `npm run check` and `npm test` run it so.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** The pages, with what their rows are. */
export const pages = {
  'docs/specification-coverage.md': 'rows of the specification',
  'docs/security.md': 'threats',
  'docs/asvs.md': 'rows of OWASP ASVS',
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

/** A line of a table; `line` counts from 1. */
export type Row = { line: number; cells: string[] };

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of all tables of a page whose last column has this name. */
export function rowsOf(markdown: string, lastColumn: string): Row[] {
  const rows: Row[] = [];
  let isIn = false;
  for (const [index, text] of markdown.split('\n').entries()) {
    const cells = text.startsWith('|') ? cellsOf(text) : [];
    if (cells.length === 0) isIn = false;
    else if (cells.at(-1) === lastColumn) isIn = true;
    else if (isIn && !/^[-| ]+$/.test(text)) rows.push({ line: index + 1, cells });
  }
  return rows;
}

/** Whether a text is a reason that stands in place of a test, or beside one. */
const isReason = (piece: string) => /^(not shown yet|code|not applicable|missed): \S/.test(piece);

export type Coverage = { markdown: string; ids: string[]; rows: number; shown: number; faults: string[] };

/**
 * Fills a page. Its tables have the columns 'id' (one or several, separated by commas) first and 'shown by' last. There
 * stand, separated by `<br>`, the tests whose tags name the row, in backticks, and then the reasons, which are kept:
 * 'not shown yet: …', 'code: …', 'not applicable: …', 'missed: …'.
 * @returns the page as the tags say, its ids, how many rows there are and have a test, and a sentence for each fault:
 * a row without a tag and a reason, a piece that is neither, an empty cell of a table of departures ('reason')
 */
export function fillPage(markdown: string, tags: readonly Tag[]): Coverage {
  const tests = Map.groupBy(tags, ({ id }) => id);
  const faults: string[] = [];
  const lines = markdown.split('\n');
  const ids: string[] = [];
  let shown = 0;
  const rows = rowsOf(markdown, 'shown by');
  for (const { line, cells } of rows) {
    const named = cells[0]?.split(', ') ?? [];
    ids.push(...named);
    const found = new Set(named.flatMap((id) => tests.get(id) ?? []).map(({ test }) => test));
    const references = [...found].map((test) => `\`${test.replaceAll('|', '\\|')}\``);
    const reasons = (cells.at(-1) ?? '').split('<br>').filter((piece) => piece && !/^`[^`]+`$/.test(piece));
    for (const piece of reasons) {
      if (!isReason(piece)) faults.push(`line ${line}, ${cells[0]}: not a reason of a known kind: '${piece}'`);
    }
    if (references.length > 0) shown++;
    if (references.length + reasons.length === 0) faults.push(`line ${line}, ${cells[0]}: neither a tag nor a reason`);
    lines[line - 1] = `| ${[...cells.slice(0, -1), [...references, ...reasons].join('<br>')].join(' | ')} |`;
  }
  for (const { line, cells } of rowsOf(markdown, 'reason')) {
    if (cells.some((cell) => !cell)) faults.push(`line ${line}, ${cells[0]}: an empty cell`);
  }
  if (rows.length === 0) faults.push("there is no table with a column 'shown by'");
  return { markdown: lines.join('\n'), ids, rows: rows.length, shown, faults };
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
  for (const [page, what] of Object.entries(pages)) {
    const before = readFileSync(page, 'utf8');
    const filled = fillPage(before, tags);
    ids.push(...filled.ids);
    faults.push(...filled.faults.map((fault) => `${page}, ${fault}`));
    if (process.argv.includes('--write')) writeFileSync(page, filled.markdown);
    else if (filled.markdown !== before)
      faults.push(`${page} is not current: node tools/specification-coverage.ts --write`);
    console.log(`${filled.shown} of ${filled.rows} ${what} are shown by tests`);
  }
  faults.push(...idFaults(ids, tags));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
}
