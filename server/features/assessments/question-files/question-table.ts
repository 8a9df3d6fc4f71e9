import { columnName } from '@fairlead/contract/values/columns';
import { withoutApostrophe } from '../../../platform/tables/csv.ts';
import { saidOf, type Table } from '../../../platform/tables/table.ts';
import { addFound, choicesAsk, type FoundQuestions, fixedOf, nothingFound, Unsuitable } from './found-questions.ts';
import { firstOf, quoted } from './plain-words.ts';

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
 * number; several with semicolons between them), Topic, Explanation, Practice ('yes'), Fixed options (their numbers or
 * letters) and Keeps its place ('yes').
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
  const isBody = new Set(body.map(({ row }) => row));
  const remarked = Map.groupBy(
    said.filter(({ refuses }) => !refuses),
    ({ row }) => (row !== null && isBody.has(row) ? row : null),
  );
  found.notes.push(...(remarked.get(null) ?? []).map(({ row, message }) => ({ line: row ?? line, message })));
  for (const { name } of otherSheets) found.notes.push({ line, message: `The sheet ‘${saidOf(name)}’ is not read.` });
  const numbered = [...options.values()].flat().sort((a, b) => a.number - b.number);
  for (const { row, cells } of body) {
    const refused = refusals.get(row);
    if (refused) {
      found.problems.push(...refused.map(({ message }) => ({ line: row, message })));
      continue;
    }
    addFound(found, { line: row }, (note) => {
      const cellOf = (column: number) => withoutApostrophe(cells[column] ?? '');
      for (const { message } of remarked.get(row) ?? []) note(message);
      const choices = numbered.flatMap(({ number, column }) => {
        const option = cellOf(column);
        return option === '' ? [] : [{ number, option }];
      });
      if (cellOf(text) === '') throw new Unsuitable('The question has no text.');
      const right = rightIn(choices, cellOf(correct));
      const isYes = (column: number) => yesOr(cellOf(column), titled(column), note);
      const forPractice = isYes(practice);
      const keepsPlace = isYes(keeps);
      return {
        text: cellOf(text),
        topic: cellOf(topic),
        ask: {
          ...choicesAsk(
            choices.map(({ option }) => option),
            right,
          ),
          ...fixedByNumbers(cellOf(fixed), choices, note),
        },
        forPractice,
        explanation: cellOf(explanation),
        ...(keepsPlace && { keepsPlace }),
      };
    });
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

const signs = { yes: /^(yes|y|x|1|true|✓|✔)$/i, no: /^(no|n|0|false|[-–—]|)$/i };

/** Whether a cell says yes; a note where it says neither yes nor no, which counts as no. */
function yesOr(cell: string, column: string, note: (message: string) => void): boolean {
  const said = cell.trim();
  if (!signs.yes.test(said) && !signs.no.test(said))
    note(`Column ${column} says ${quoted(said)}, which is neither yes nor no, and counts as no.`);
  return signs.yes.test(said);
}

/** The options with these numbers or letters keep their places; a note on what names none. */
function fixedByNumbers(cell: string, choices: readonly Choice[], note: (message: string) => void) {
  const named = cell.split(/[\s,;/&]+/).filter((one) => !/^(?:|and|-)$/i.test(one));
  const numbers = new Set(named.map(numberOf));
  const unknown = named.filter((one) => !choices.some(({ number }) => number === numberOf(one)));
  if (unknown.length > 0) note(`Its fixed options ${firstOf(unknown.map(quoted))} are none of its options.`);
  return fixedOf(choices.map(({ number }) => numbers.has(number)));
}

/**
 * The options that a key names: one, or several with semicolons between them.
 *
 * @throws Unsuitable for a key that names none of them, or that can be read in two ways.
 */
function rightIn(choices: readonly Choice[], key: string): string[] {
  const [right, another] = readingsOf(choices, key);
  if (!right) throw new Unsuitable(`Its answer '${key}' is not one of its options.`);
  if (another)
    throw new Unsuitable(
      `Its answer ${quoted(key)} can be read as ${[right, another].map((one) => quoted(one.join('; '))).join(' and as ')}. Write the text, the number or the letter that only one option has.`,
    );
  return right;
}

/**
 * What a key can mean: the option with this text, the one with this number or letter, or such options with semicolons
 * between them.
 */
function readingsOf(choices: readonly Choice[], key: string): string[][] {
  const each = key.split(';').map((one) => optionsNamed(choices, one.trim()));
  const several =
    each.length > 1
      ? each.reduce<string[][]>(
          (all, some) => all.flatMap((one) => some.map((more) => [...one, more])).slice(0, 2),
          [[]],
        )
      : [];
  const readings = [...optionsNamed(choices, key).map((one) => [one]), ...several.map((one) => [...new Set(one)])];
  return [...new Map(readings.map((one) => [one.join('\n'), one])).values()];
}

/** The options that a text names: by their text, and by their number or letter. */
const optionsNamed = (choices: readonly Choice[], text: string): string[] => [
  ...new Set(
    choices.filter(({ option, number }) => option === text || number === numberOf(text)).map((one) => one.option),
  ),
];

/** The number of an option from its letter or number: 'B' and '2' are the second; NaN for another text. */
const numberOf = (key: string): number =>
  /^[a-j]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 96 : /^\d{1,2}$/.test(key) ? Number(key) : Number.NaN;

/**
 * The key of a question in a table: the texts of its right options, or where those could mean others too, their numbers
 * or letters; undefined where each of these would.
 */
export function keyOf(options: readonly string[], right: readonly string[]): string | undefined {
  const choices = options.map((option, place) => ({ number: place + 1, option }));
  const places = right.map((one) => options.indexOf(one));
  const keys = [right, places.map((place) => place + 1), places.map((place) => String.fromCharCode(65 + place))];
  return keys
    .map((each) => each.join('; '))
    .find((key) => {
      const read = readingsOf(choices, key);
      return read.length === 1 && read[0]?.join('\n') === right.join('\n');
    });
}
