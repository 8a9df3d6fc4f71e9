import type { TableRow } from '../../../platform/tables/table-inspection.ts';
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
export function readQuestionTable(rows: readonly TableRow[]): FoundQuestions {
  const found = nothingFound();
  const [head, ...body] = rows;
  const names = (head?.cells ?? []).map((title) => title.trim().toLowerCase());
  const place = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name));
  const [text, correct] = [place(titles.text), place(titles.correct)];
  const [topic, explanation, practice] = [place(titles.topic), place(titles.explanation), place(titles.practice)];
  const [fixed, keeps] = [place(titles.fixed), place(titles.keeps)];
  const options = names.flatMap((name, i) => (optionTitle.test(name) ? [i] : []));
  if (text === -1 || correct === -1 || options.length === 0) {
    const message =
      'The first row must name the columns: Question, Option 1, Option 2, Option 3, Option 4, Correct answer.';
    return { ...found, problems: [{ line: head?.row ?? 1, message }] };
  }
  for (const { row, cells } of body) {
    const said = options.map((i) => unguarded(cells[i] ?? '')).filter((option) => option !== '');
    const key = unguarded(cells[correct] ?? '');
    const right = rightIn(said, key);
    if (!cells[text]) found.problems.push({ line: row, message: 'The question has no text.' });
    else if (right === undefined)
      found.problems.push({ line: row, message: `Its answer '${key}' is not one of its options.` });
    else {
      found.questions.push({
        line: row,
        text: unguarded(cells[text]),
        topic: unguarded(cells[topic] ?? ''),
        ask: { ...choicesAsk(said, right), ...fixedByNumbers(cells[fixed] ?? '', said) },
        forPractice: isYes(cells[practice]),
        explanation: unguarded(cells[explanation] ?? ''),
        ...(isYes(cells[keeps]) && { keepsPlace: true }),
      });
    }
  }
  return found;
}

const isYes = (cell: string | undefined): boolean => /^(yes|y|x|1|true)$/i.test(cell?.trim() ?? '');

/** The options with these numbers keep their places. */
function fixedByNumbers(cell: string, options: readonly string[]) {
  const numbers = cell.split(/\D+/).map(Number);
  return fixedOf(options.map((_, place) => numbers.includes(place + 1)));
}

/**
 * The options that a key names: one, or several with semicolons between them; undefined if one of them does not exist.
 */
function rightIn(options: readonly string[], key: string): string[] | undefined {
  const named = (one: string) => (options.includes(one) ? one : options[placeOf(one)]);
  const whole = named(key);
  if (whole !== undefined) return [whole];
  const each = key.split(';').map((one) => named(one.trim()));
  return each.length > 1 && each.every((one) => one !== undefined) ? [...new Set(each)] : undefined;
}

/** The index of an option from its letter or number: 'B' and '2' are the second. */
const placeOf = (key: string) => (/^[a-j]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : Number(key) - 1);

/** Our own exports put an apostrophe before a text that a spreadsheet would take for a formula. */
const unguarded = (cell: string) => (/^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell);
