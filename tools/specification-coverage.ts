// Holds the pages that name tests as their witnesses against the tests: whatever they name has to be there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** The pages, with what their rows are. */
export const pages = {
  'docs/specification-coverage.md': 'rows of the specification',
  'docs/security.md': 'threats',
};

export type Coverage = { rows: number; shown: number; departures: number; faults: string[] };

/** `between` are the cells after the first and before the last, which is the evidence. */
type Row = { line: number; asked: string; between: string[]; evidence: string };

/** The rows of the tables on a page whose last column is called so, with the line each stands on. */
export function rowsOf(markdown: string, column: string): Row[] {
  const rows: Row[] = [];
  /** Cells in the head of the table that we are in; 0 outside of one. A '|' in a title belongs to the last. */
  let width = 0;
  for (const [index, text] of markdown.split('\n').entries()) {
    const cells = text.startsWith('|') ? text.split('|').map((cell) => cell.trim()) : [];
    if (cells.length === 0) width = 0;
    else if (cells.at(-2) === column) width = cells.length;
    else if (width > 0 && !/^[-| ]+$/.test(text)) {
      const [, asked = '', ...between] = cells.slice(0, width - 2);
      rows.push({ line: index + 1, asked, between, evidence: cells.slice(width - 2, -1).join('|') });
    }
  }
  return rows;
}

/** What a test's title is compared by: what a template fills in later is left open. */
const comparable = (title: string) => title.replace(/\$\{[^{}]*\}/g, '{}');

type Node = { type: string; [part: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The names in `test.describe.each([…])`: test, describe, each. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.value)];
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), ...namesOf(callee.property)];
  return callee.type === 'CallExpression' ? namesOf(callee.callee) : [];
}

function titleOf(argument: unknown): string | undefined {
  if (!isNode(argument)) return;
  if (argument.type === 'StringLiteral') return String(argument.value);
  if (argument.type !== 'TemplateLiteral') return;
  return (argument.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join('{}');
}

/** What describes or tests; those of the server engine are of `server/testing/database.ts`. */
const testing = ['describe', 'test', 'it', 'describeOnServer', 'testOnServer'];

/** The title of a call that describes or tests something; none for any other call. */
function testTitle(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return;
  const [first, ...more] = namesOf(node.callee);
  if (!first || !testing.includes(first)) return;
  // what is never run shows nothing
  if (more.some((name) => ['skip', 'todo', 'fixme', 'extend'].includes(name))) return;
  return titleOf((node.arguments as { expression: unknown }[])[0]?.expression);
}

/** All titles of a test file, each with those around it: 'registration › refuses %o'. */
export function titlesIn(source: string, isReact = false): Set<string> {
  const found = new Set<string>();
  const walk = (value: unknown, around: readonly string[]): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, around);
    else if (typeof value === 'object' && value !== null) {
      const title = isNode(value) ? testTitle(value) : undefined;
      const within = title === undefined ? around : [...around, comparable(title)];
      if (title !== undefined) found.add(within.join(' › '));
      for (const part of Object.values(value)) walk(part, within);
    }
  };
  walk(parseSync(source, { syntax: 'typescript', tsx: isReact, target: 'es2024' }), []);
  return found;
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
}

/** Says of a reference, 'file › title › title', what is wrong with it; remembers the files it has read. */
export function referenceCheck(folder: string): (reference: string) => string | undefined {
  const files = new Map<string, Set<string> | undefined>();
  return (reference) => {
    const [file = '', ...titles] = reference.split(' › ');
    if (!files.has(file)) {
      const source = readIfThere(join(folder, file));
      files.set(file, source === undefined ? undefined : titlesIn(source, file.endsWith('x')));
    }
    const known = files.get(file);
    if (!known) return `there is no file ${file}`;
    if (titles.length === 0) return `${file} is named without a test`;
    return known.has(comparable(titles.join(' › '))) ? undefined : `${file} has no test '${titles.join(' › ')}'`;
  };
}

const isGap = (piece: string) => /^not shown yet: \S/.test(piece);

/**
 * Checks a page of coverage. In the last column of a table ('shown by') stand, separated by `<br>`, references to
 * tests in backticks, or 'not shown yet: …' with the reason. A row with a gap counts as not shown.
 * @param folder where the paths in the references begin
 * @returns how many rows there are and are shown, how many departures are listed, and a sentence for each fault:
 * a file or title that is not there, an empty cell, a piece that is neither reference nor reason
 */
export function checkCoverage(markdown: string, folder: string): Coverage {
  const rows = rowsOf(markdown, 'shown by');
  const faultOf = referenceCheck(folder);
  const faults: string[] = [];
  let shown = 0;
  for (const { line, asked, evidence } of rows) {
    const pieces = evidence.split('<br>').map((piece) => piece.trim());
    const before = faults.length;
    for (const piece of pieces) {
      if (isGap(piece)) continue;
      const reference = /^`([^`]+)`$/.exec(piece)?.[1];
      const fault = reference ? faultOf(reference) : `neither a test nor 'not shown yet: reason': '${piece}'`;
      if (fault) faults.push(`line ${line}, ${asked}: ${fault}`);
    }
    if (faults.length === before && !pieces.some(isGap)) shown++;
  }
  if (rows.length === 0) faults.push("there is no table with a column 'shown by'");
  const departures = rowsOf(markdown, 'reason');
  for (const { line, asked, between, evidence } of departures) {
    if ([...between, evidence].some((cell) => !cell)) faults.push(`line ${line}, ${asked}: an empty cell`);
  }
  return { rows: rows.length, shown, departures: departures.length, faults };
}

if (import.meta.main) {
  for (const [page, what] of Object.entries(pages)) {
    const { rows, shown, departures, faults } = checkCoverage(readFileSync(page, 'utf8'), '.');
    for (const fault of faults) console.log(`${page}, ${fault}`);
    console.log(`${shown} of ${rows} ${what} are shown by tests, ${departures} departures are listed`);
    if (faults.length > 0) process.exitCode = 1;
  }
}
