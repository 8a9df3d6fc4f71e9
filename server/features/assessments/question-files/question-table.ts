import { columnName } from '@fairlead/contract/values/columns';
import { withoutApostrophe } from '../../../platform/tables/csv.ts';
import { saidOf, type Table } from '../../../platform/tables/table.ts';
import { choicesAsk, type FoundQuestions, fixedOf, nothingFound } from './found-questions.ts';

const titles = {
  text: ['question', 'question text', 'questiontext', 'text'],
  correct: ['correct answer', 'correct', 'answer', 'correctanswer', 'key'],
  topic: ['topic', 'category'],
  explanation: ['explanation', 'feedback', 'general feedback'],
  practice: ['practice', 'for practice'],
  fixed: ['fixed options'],
  keeps: ['keeps its place'],
};
const optionTitle = /^(option|answer|choice)?\s*(10|[1-9]|[a-j])$/;

/** Whether a text is a question table: its first line has the column titles. */
export function looksLikeQuestionTable(text: string): boolean {
  const head = text.trimStart().split(/\r\n?|\n/, 1)[0] ?? '';
  const names = head.split(/[,;\t]/).map((title) => title.replaceAll('"', '').trim().toLowerCase());
  return titles.text.some((one) => names.includes(one)) && titles.correct.some((one) => names.includes(one));
}

/**
 * Reads questions from a table with the columns Question, Option 1 to Option 10, Correct answer (its text, letter or
 * number; several with semicolons between them), Topic, Explanation and Practice ('yes').
 */
export function readQuestionTable({
  rows,
  remarks,
  otherSheets = [],
}: Pick<Table, 'rows' | 'remarks'> & Partial<Pick<Table, 'otherSheets'>>): FoundQuestions {
  const found = nothingFound();
  const [head, ...body] = rows;
  const line = head?.row ?? 1;
  const names = (head?.cells ?? []).map((title) => title.trim().toLowerCase());
  const places = (wanted: readonly string[]) => names.flatMap((name, i) => (wanted.includes(name) ? [i] : []));
  const columns = mapValues(titles, places);
  const options = Map.groupBy(
    names.flatMap((name, column) => optionAt(name, column)),
    ({ number }) => number,
  );
  const [[text = -1], [correct = -1], [topic = -1], [explanation = -1], [practice = -1], [fixed = -1], [keeps = -1]] =
    Object.values(columns) as [number[], number[], number[], number[], number[], number[], number[]];
  if (text === -1 || correct === -1 || options.size === 0) {
    const message =
      'The first row must name the columns: Question, Option 1, Option 2, Option 3, Option 4, Correct answer.';
    return { ...found, problems: [{ line, message }] };
  }
  const titled = (column: number) => `${columnName(column)} (‘${saidOf(head?.cells[column] ?? '')}’)`;
  const alike = [...Object.values(columns), ...[...options.values()].map((all) => all.map(({ column }) => column))];
  const doubled = alike.filter((all) => all.length > 1);
  if (doubled.length > 0) {
    const message = (all: number[]) =>
      `Columns ${all.map(titled).join(' and ')} say the same thing. Leave one of them out.`;
    return { ...found, problems: doubled.map((all) => ({ line, message: message(all) })) };
  }
  const used = new Set(alike.flat());
  const widest = body.reduce((width, { cells }) => Math.max(width, cells.length), names.length);
  for (let column = 0; column < widest; column += 1) {
    if (!used.has(column) && body.some(({ cells }) => cells[column]))
      found.notes.push({ line, message: `Column ${titled(column)} is not used.` });
  }
  const said = remarks.filter(({ column }) => column === null || used.has(column));
  const refusals = Map.groupBy(
    said.filter(({ refuses }) => refuses),
    ({ row }) => row,
  );
  found.notes.push(...said.flatMap((one) => (one.refuses ? [] : [{ line: one.row ?? line, message: one.message }])));
  for (const { name } of otherSheets) found.notes.push({ line, message: `The sheet ‘${saidOf(name)}’ is not read.` });
  const numbered = [...options.values()].flat().sort((a, b) => a.number - b.number);
  for (const { row, cells } of body) {
    const refused = refusals.get(row);
    if (refused) {
      found.problems.push(...refused.map(({ message }) => ({ line: row, message })));
      continue;
    }
    const choices = numbered.flatMap(({ number, column }) => {
      const option = withoutApostrophe(cells[column] ?? '');
      return option === '' ? [] : [{ number, option }];
    });
    const offered = choices.map(({ option }) => option);
    const key = withoutApostrophe(cells[correct] ?? '');
    const right = rightIn(choices, key);
    if (!cells[text]) found.problems.push({ line: row, message: 'The question has no text.' });
    else if (right === undefined)
      found.problems.push({ line: row, message: `Its answer '${key}' is not one of its options.` });
    else {
      found.questions.push({
        line: row,
        text: withoutApostrophe(cells[text]),
        topic: withoutApostrophe(cells[topic] ?? ''),
        ask: { ...choicesAsk(offered, right), ...fixedByNumbers(cells[fixed] ?? '', choices) },
        forPractice: isYes(cells[practice]),
        explanation: withoutApostrophe(cells[explanation] ?? ''),
        ...(isYes(cells[keeps]) && { keepsPlace: true }),
      });
    }
  }
  return found;
}

const mapValues = <K extends string, A, B>(record: Record<K, A>, change: (value: A) => B) =>
  Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, change(value)])) as Record<K, B>;

/** The number of the option that a column has: 'Option 2' and 'B' are the second. */
function optionAt(name: string, column: number): { number: number; column: number }[] {
  const key = optionTitle.exec(name)?.[2];
  return key === undefined ? [] : [{ number: numberOf(key), column }];
}

type Choice = { number: number; option: string };

const isYes = (cell: string | undefined): boolean => /^(yes|y|x|1|true)$/i.test(cell?.trim() ?? '');

/** The options with these numbers keep their places. */
function fixedByNumbers(cell: string, choices: readonly Choice[]) {
  const numbers = cell.split(/\D+/).map(Number);
  return fixedOf(choices.map(({ number }) => numbers.includes(number)));
}

/**
 * The options that a key names: one, or several with semicolons between them; undefined if one of them does not exist.
 */
function rightIn(choices: readonly Choice[], key: string): string[] | undefined {
  const named = (one: string) =>
    (choices.find(({ option }) => option === one) ?? choices.find(({ number }) => number === numberOf(one)))?.option;
  const whole = named(key);
  if (whole !== undefined) return [whole];
  const each = key.split(';').map((one) => named(one.trim()));
  return each.length > 1 && each.every((one) => one !== undefined) ? [...new Set(each)] : undefined;
}

/** The number of an option from its letter or number: 'B' and '2' are the second. */
const numberOf = (key: string) => (/^[a-j]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 96 : Number(key));
