import type { ChecklistContent, ChecklistRow, EditionInput, TestCase } from '@fairlead/contract/fit-to-join/checklists';
import type { Rank, ShipType } from '@fairlead/contract/fit-to-join/jobs-aboard';
import { type FieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { isDay } from '../../lib/format/dates.ts';
import { wordsIn } from '../../lib/format/words.ts';

/** The indexes of the rows of a `RowList` in a form, by a field that each row has. */
const indexesOf = (form: FormData, name: string, field: string): number[] =>
  [...form.keys()].flatMap((key) => {
    const [list, index, last] = key.split('.');
    return list === name && last === field ? [Number(index)] : [];
  });

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Documents as a test case shows them: 'PST 2024-01-10 2029-01-09', or 'never' for one that does not end. */
export const heldInLines = (held: TestCase['held']): string =>
  held.map(({ code, firstDay, lastDay }) => `${code} ${firstDay} ${lastDay ?? 'never'}`).join('\n');

/** Gaps as a test case shows them: 'medical: runs out', by the id of the row. */
export const gapsInLines = (gaps: TestCase['gaps']): string =>
  gaps.map(({ row, state }) => `${row}: ${state === 'missing' ? 'missing' : 'runs out'}`).join('\n');

function heldIn(line: string): TestCase['held'][number] | undefined {
  const [code = '', firstDay = '', lastDay = '', ...more] = line.split(/\s+/);
  if (more.length > 0 || !isDay(firstDay)) return undefined;
  if (lastDay === 'never') return { code, firstDay, lastDay: null };
  return isDay(lastDay) ? { code, firstDay, lastDay } : undefined;
}

const states: Readonly<Record<string, TestCase['gaps'][number]['state']>> = {
  missing: 'missing',
  'runs out': 'runs-out',
};

function gapIn(line: string): TestCase['gaps'][number] | undefined {
  const [row = '', ...words] = line.toLowerCase().replace(':', ' ').split(/\s+/);
  const state = states[words.join(' ')];
  return state && { row, state };
}

/** An id for a row from its title, which no other row has. */
export function rowIdOf(title: string, taken: ReadonlySet<string>): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  // cut between words, so that there is room for a number
  const base = words.reduce((id, word) => (id.length + word.length < 34 ? `${id}-${word}` : id), '').slice(1) || 'row';
  if (!taken.has(base)) return base;
  for (let n = 2; ; n += 1) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`;
}

/** A row of the form, with the id that it had when the form was opened; empty for a new one. */
export function rowAt(form: FormData, index: number): ChecklistRow {
  const of = (field: string) => textOf(form, `rows.${index}.${field}`);
  return {
    id: of('id'),
    title: of('title'),
    anyOf: wordsIn(of('anyOf')),
    ranks: wordsIn(of('ranks')) as Rank[],
    flags: wordsIn(of('flags')),
    shipTypes: wordsIn(of('shipTypes')) as ShipType[],
    daysBeyond: of('daysBeyond').trim() === '' ? 0 : Number(of('daysBeyond')),
    source: of('source'),
    sourceDate: of('sourceDate'),
  };
}

/** A test case of the form; lines that are not understood are left out, and named by `badLines`. */
export function caseAt(form: FormData, index: number): TestCase {
  const of = (field: string) => textOf(form, `cases.${index}.${field}`);
  return {
    name: of('name'),
    rank: of('rank') as Rank,
    flag: of('flag'),
    shipType: of('shipType') as ShipType,
    joinsOn: of('joinsOn'),
    signsOffOn: of('signsOffOn'),
    held: linesOf(of('held')).flatMap((line) => heldIn(line) ?? []),
    gaps: linesOf(of('gaps')).flatMap((line) => gapIn(line) ?? []),
  };
}

/** What was entered, as the contract has it. An untouched first test case is none. */
export function contentIn(form: FormData): ChecklistContent & Pick<EditionInput, 'appliesFrom' | 'knowingly'> {
  const taken = new Set(indexesOf(form, 'rows', 'title').map((index) => textOf(form, `rows.${index}.id`)));
  const rows = indexesOf(form, 'rows', 'title').map((index) => {
    const row = rowAt(form, index);
    const id = row.id || rowIdOf(row.title, taken);
    taken.add(id);
    return { ...row, id };
  });
  const cases = indexesOf(form, 'cases', 'name').map((index) => caseAt(form, index));
  return {
    source: textOf(form, 'source'),
    sourceDate: textOf(form, 'sourceDate'),
    note: textOf(form, 'note'),
    rows,
    cases: cases.filter(({ name, held, gaps }) => name !== '' || held.length > 0 || gaps.length > 0),
    appliesFrom: textOf(form, 'appliesFrom'),
    knowingly: form.get('knowingly') === 'on',
  };
}

/** The lines of test cases that are not understood, each at its field. */
export function badLines(form: FormData): FieldErrors {
  const errors = indexesOf(form, 'cases', 'name').flatMap((index) => {
    const [held, gaps] = [`cases.${index}.held`, `cases.${index}.gaps`];
    const badHeld = linesOf(textOf(form, held)).find((line) => !heldIn(line));
    const badGap = linesOf(textOf(form, gaps)).find((line) => !gapIn(line));
    return [
      ...(badHeld ? [[held, `‘${badHeld}’: write a code, the first day and the last, or never`] as const] : []),
      ...(badGap ? [[gaps, `‘${badGap}’: write the id of a row, then missing or runs out`] as const] : []),
    ];
  });
  return Object.fromEntries(errors);
}

/** Errors of lists, such as `rows.0.anyOf.1`, at the field that has the list. */
export const atFields = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, sentence]) => {
      const parts = path.split('.');
      const jobs = ['ranks', 'flags', 'shipTypes'];
      if (parts[0] === 'rows' && jobs.includes(parts[2] ?? '')) return [`rows.${parts[1]}.title`, sentence];
      return [parts.slice(0, 3).join('.'), sentence];
    }),
  );
