import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dialects } from '../../../platform/tables/testing/csv-dialects.ts';
import { bookOf } from '../../../platform/tables/testing/xlsx-dialects.ts';
import { madeFiles } from '../../../testing/cases.ts';
import { readBank } from '../testing/read-bank.ts';

/** How a table names a right option; those at the end are no right answer. */
const keys: readonly ((options: readonly string[], place: number) => string)[] = [
  (options, place) => options[place] ?? '',
  (_, place) => String(place + 1),
  (_, place) => String.fromCharCode(65 + place),
  (_, place) => String.fromCharCode(97 + place),
  (options) => options.slice(0, 2).join('; '),
  () => 'A;B',
  () => 'none of these',
  () => '99',
  () => '',
];
const said = ['', 'yes', 'no', 'X', 'maybe', '0'];
const places = ['', '1', '2; 1', 'B', '12', 'all', '1 and 2'];
/** Options: words, texts that are numbers or letters themselves, and what CSV has to quote. */
const option = fc.oneof(
  fc.constantFrom('1', '2', '3', 'A', 'B', 'C', '#N/A', "'quoted'", 'a, b', 'a; b', 'the "red" one', '=1+1'),
  fc.integer({ min: 0, max: 99 }).map((n) => `wo${n}`),
);
const row = fc.record({
  options: fc.uniqueArray(option, { minLength: 2, maxLength: 6 }),
  key: fc.nat(keys.length - 1),
  place: fc.nat(5),
  practice: fc.constantFrom(...said),
  keeps: fc.constantFrom(...said),
  fixed: fc.constantFrom(...places),
  author: fc.constantFrom('', 'wauthor'),
  topic: fc.constantFrom('', 'Fire', 'Oil; tankers'),
});
type Row = ReturnType<(typeof row)['generate']>['value'];

const titles = [
  'Question',
  ...[1, 2, 3, 4, 5, 6].map((n) => `Option ${n}`),
  ...['Correct answer', 'Topic', 'Practice', 'Keeps its place', 'Fixed options', 'Author'],
];
const keyOf = ({ options, key, place }: Row): string => keys[key]?.(options, place % options.length) ?? '';
const cellsOf = (one: Row, n: number): string[] => [
  `Which is w${n}?`,
  ...[0, 1, 2, 3, 4, 5].map((place) => one.options[place] ?? ''),
  ...[keyOf(one), one.topic, one.practice, one.keeps, one.fixed, one.author],
];
/** The right options by each reading of a key: their text, number or letter, or several with semicolons. */
function readings({ options }: Row, key: string): string[] {
  const named = (text: string) =>
    options.filter(
      (one, n) => one === text || text === String(n + 1) || text.toUpperCase() === String.fromCharCode(65 + n),
    );
  const each = key.split(';').map((one) => named(one.trim()));
  const several = each.reduce<string[][]>(
    (all, some) => all.flatMap((one) => some.map((more) => [...one, more])),
    [[]],
  );
  return [...new Set([...named(key), ...several.map((one) => [...new Set(one)].join('\n'))])];
}

const writers = {
  ...Object.fromEntries(
    (['Excel, UTF-8', 'Google Sheets', 'LibreOffice, with all texts quoted', 'Excel, Unicode text'] as const).map(
      (name) => [name, async (rows: string[][]) => dialects[name]?.write(rows) ?? Buffer.alloc(0)],
    ),
  ),
  workbook: (rows: string[][]) =>
    bookOf(
      {
        cells: rows.map((line) => line.map((text) => ({ text }))),
        ...{ sheets: [], hiddenRows: [], hiddenColumn: 50, has1904: false },
      },
      'Excel and SheetJS',
    ),
};

test.each(Object.entries(writers))(
  'every row of a question table of %s is a question, or has a problem',
  async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const { questions, problems, notes } = await readBank(await write([titles, ...rows.map(cellsOf)]));
        expect(questions.length + new Set(problems.map(({ line }) => line)).size).toBe(rows.length);
        const notesOf = (line: number) => notes.filter((one) => one.line === line).map(({ message }) => message);
        const hasAuthor = rows.some(({ author }) => author !== '');
        expect(notesOf(1)).toEqual(hasAuthor ? ['Column M (‘Author’) is not used.'] : []);
        for (const [n, one] of rows.entries()) {
          const line = n + 2;
          const problem = problems.find((other) => other.line === line)?.message;
          const [right, another] = readings(one, keyOf(one));
          // the program's own form of a text that a spreadsheet would mistake
          const isError = [...one.options, keyOf(one)].includes('#N/A');
          if (isError || right === undefined || another !== undefined) {
            expect(problem).toMatch(
              isError ? /#N\/A/ : right === undefined ? /is not one of its options/ : /can be read as/,
            );
            expect(notesOf(line)).toEqual([]);
            continue;
          }
          const question = questions.find((other) => other.line === line);
          expect(problem).toBeUndefined();
          const { correctAnswer, correctAnswers = [correctAnswer] } = question as Record<string, unknown>;
          expect({ ...question, correctAnswers }).toMatchObject({
            questionText: `Which is w${n}?`,
            options: one.options,
            topic: one.topic,
            correctAnswers: right.split('\n'),
          });
          const isYes = (text: string) => text === 'yes' || text === 'X';
          expect(Boolean(question?.forPractice)).toBe(isYes(one.practice));
          expect(Boolean(question?.keepsPlace)).toBe(isYes(one.keeps));
          const about = notesOf(line).join('\n');
          for (const [text, title] of [
            [one.practice, 'Practice'],
            [one.keeps, 'Keeps its place'],
          ] as const)
            expect(about.includes(`(‘${title}’) says “maybe”`)).toBe(text === 'maybe');
          const named = one.fixed.split(/[; ]+/).filter((text) => text !== '' && text !== 'and');
          const numbers = named.map((text) => (text === 'B' ? 2 : Number(text)));
          const isFixed = one.options.map((_, place) => numbers.includes(place + 1));
          const { fixedOptions = isFixed.map(() => false) } = question as { fixedOptions?: boolean[] };
          expect(fixedOptions).toEqual(isFixed);
          const isUnknown = numbers.some((number) => !(number <= one.options.length));
          expect(about.includes('are none of its options')).toBe(isUnknown);
        }
      }),
      madeFiles(40),
    );
  },
  600_000,
);

/** Lines that may stand in a block of Aiken, around a word. */
const lines: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `more ${word}`,
  (word) => `A. ${word}`,
  (word) => `B) ${word}`,
  (word) => `C. ${word}`,
  (word) => `c) ${word}`,
  (word) => `D.${word}`,
  () => 'ANSWER: A',
  () => 'ANSWER: B',
  () => 'ANSWER: E',
  (word) => `Explanation: ${word}`,
];
const usual = fc.constantFrom([0, 2, 3, 7], [0, 1, 2, 3, 4, 8], [0, 2, 3, 4, 10, 7], [0, 2, 1, 3, 8], [0, 2, 3, 8, 1]);
const block = fc.oneof(usual, fc.array(fc.nat(lines.length - 1), { minLength: 1, maxLength: 7 }));

test('every line of a file of Aiken is in its question, or has a problem', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 5 }), fc.boolean(), async (blocks, isWestern) => {
      const accented = isWestern ? 'é' : '';
      const all = [[0, 2, 3, 7], ...blocks];
      const words = all.map((of, b) => of.map((_, n) => `w${b}q${n}${accented}`));
      const text = all.map((of, b) => of.map((line, n) => lines[line]?.(words[b]?.[n] ?? '')).join('\n')).join('\n\n');
      const found = await readBank(Buffer.from(text, isWestern ? 'latin1' : 'utf8'));
      expect(found.notes.map(({ message }) => message)).toEqual(
        isWestern ? [expect.stringContaining('Windows-1252')] : [],
      );
      let at = 1;
      for (const [b, of] of all.entries()) {
        const question = found.questions.find(({ line }) => line === at);
        const problem = found.problems.find(({ line }) => line === at);
        expect([question, problem].filter(Boolean)).toHaveLength(1);
        if (question) {
          const begun = of.findIndex((line) => line >= 2 && line <= 5);
          const wordsAt = (first: number, last?: number) =>
            of.slice(first, last).flatMap((line, n) => ([7, 8, 9].includes(line) ? [] : [words[b]?.[first + n] ?? '']));
          expect(wordsAt(0, begun).filter((word) => !question.questionText.includes(word))).toEqual([]);
          expect(question.options).toEqual(wordsAt(begun));
        }
        at += of.length + 1;
      }
    }),
    madeFiles(60),
  );
}, 600_000);
