import type { WrittenQuestion } from '@fairlead/contract/assessments/test-authoring';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { madeFiles } from '../../../testing/cases.ts';
import { writtenOfEachKind } from '../testing/question-banks.ts';
import { questionsIn, readBank } from '../testing/read-bank.ts';
import { plainWords } from './plain-words.ts';
import { writeQuestionFile } from './question-file.ts';

// Text that the contract accepts unchanged: it trims.
const words = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .string({ unit: fc.constantFrom(...'abzÄé१ =~#{}:\\"\',;-+@<>&/%$[]()*.'), minLength: 1, maxLength: 20 })
      .map((text) => `w${text.replace(/\s+/g, ' ').trim()}w`)
      // what reads as a formula has a note
      .filter((text) => plainWords(text).remarks.length === 0),
  },
  fc.constantFrom('a -> b', '// no comment', '[html] no', 'two\nlines', 'two  spaces', '<b>&amp;</b>', ']]>', '%50%x'),
);
/** Options and items have no line breaks. */
const option = words.map((text) => text.replaceAll('\n', ' '));
/** On one line, as the accepted answers are. */
const line = words.map((text) => text.replace(/\s+/g, ' '));
const distinct = (of: fc.Arbitrary<string>, least = 2, most = 6) =>
  fc.uniqueArray(of, { minLength: least, maxLength: most, selector: (text) => text.toLowerCase() });
const part = fc.record({ questionText: words, topic: fc.constantFrom('', 'Fire', 'a/b') });
const decimal = fc.tuple(fc.integer({ min: -999, max: 999 }), fc.nat(999)).map(([whole, rest]) => `${whole}.${rest}1`);
const kinds = fc.oneof(
  distinct(option, 4, 4).map((options) => ({ options, correctAnswer: options[2] })),
  distinct(option, 5, 8).map((options) => ({ kind: 'choice', options, correctAnswer: options[1] })),
  fc.tuple(distinct(option), fc.boolean()).map(([options, partMarks]) => ({
    kind: 'several-choices',
    options,
    correctAnswers: options.filter((_, i) => i !== 1),
    partMarks,
  })),
  fc
    .constantFrom('True', 'False')
    .map((correctAnswer) => ({ kind: 'true-false', options: ['True', 'False'], correctAnswer })),
  fc.tuple(decimal, fc.nat(99)).map(([correctAnswer, tolerance]) => ({
    kind: 'number',
    options: [],
    correctAnswer,
    tolerance: `0.${tolerance}1`,
  })),
  fc.tuple(distinct(line, 1, 4), fc.boolean()).map(([correctAnswers, matchCase]) => ({
    kind: 'short-answer',
    options: [],
    correctAnswers,
    matchCase,
  })),
  fc.tuple(distinct(option, 3, 5), distinct(line, 6, 6), fc.boolean()).map(([prompts, options, partMarks]) => ({
    kind: 'matching',
    prompts,
    options,
    correctAnswers: prompts.map((_, i) => options[i] ?? ''),
    partMarks,
  })),
  fc.tuple(distinct(option), fc.boolean()).map(([options, partMarks]) => ({
    kind: 'ordering',
    options,
    correctAnswers: options,
    partMarks,
  })),
);
const placed = fc.record({ keepsPlace: fc.boolean(), fixed: fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }) });
const mayBeFixed = (kind: string | undefined) => !kind || ['choice', 'several-choices', 'true-false'].includes(kind);
const question = fc.tuple(part, kinds, placed).map(([one, of, { keepsPlace, fixed }]) => {
  const { kind, options } = of as { kind?: string; options: string[] };
  const fixedOptions = fixed.slice(0, options.length);
  return {
    ...one,
    ...of,
    ...(keepsPlace && { keepsPlace }),
    ...(mayBeFixed(kind) && fixedOptions.some(Boolean) && { fixedOptions }),
  } as unknown as WrittenQuestion;
});

test.each(['moodle', 'qti', 'gift'] as const)(
  'questions of every kind that are written as %s are read back unchanged',
  async (format) => {
    const back = async (questions: WrittenQuestion[]) => {
      const { content, isBase64, leftOut } = await writeQuestionFile({ format, title: 'A bank' }, questions);
      if (leftOut === questions.length) return;
      const found = await readBank(isBase64 ? Buffer.from(content, 'base64') : content);
      expect(found.problems).toEqual([]);
      expect(found.notes).toEqual([]);
      // GIFT has no orders, nor every match
      if (format !== 'gift') expect(leftOut).toBe(0);
      const all = questionsIn(found);
      if (leftOut === 0) expect(all).toEqual(questions);
      else expect(all).toHaveLength(questions.length - leftOut);
    };
    const samples = writtenOfEachKind.map((one) => ({
      ...one,
      ...(one.kind === 'several-choices' && { partMarks: one.partMarks === true }),
      ...(one.kind === 'ordering' && { partMarks: one.partMarks === true }),
      ...(one.kind === 'short-answer' && { matchCase: one.matchCase === true }),
    })) as WrittenQuestion[];
    await back(samples);
    const arrow = {
      questionText: 'q',
      topic: '',
      kind: 'short-answer',
      options: [],
      correctAnswers: ['a -> b'],
      matchCase: false,
    };
    await back([arrow] as WrittenQuestion[]);
    await fc.assert(fc.asyncProperty(fc.array(question, { minLength: 1, maxLength: 8 }), back), madeFiles(15));
  },
  600_000,
);

test('steps are written so that Moodle takes them: without this element its importer fails', async () => {
  const steps = writtenOfEachKind.filter(({ kind }) => kind === 'ordering');
  const { content } = await writeQuestionFile({ format: 'moodle', title: 'A bank' }, steps);
  expect(steps.length).toBeGreaterThan(0);
  expect(content.match(/<shownumcorrect>1<\/shownumcorrect>/g)).toHaveLength(steps.length);
});
