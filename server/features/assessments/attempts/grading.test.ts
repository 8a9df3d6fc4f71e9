import type { GivenAnswer } from '@fairlead/contract/assessments/calls';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPassed, percentageOf } from '../pass-mark.ts';
import { gradeSelections, wholePaper } from './grading.ts';

const questions = ['a', 'b', 'c'].map((id, i) => ({
  id,
  kind: 'single-choice',
  options: ['one', 'two', 'three', 'four'],
  key: i,
}));
const answers = (...selected: string[]) =>
  selected.map((selectedAnswer, i) => ({ questionId: 'abc'[i] ?? '?', selectedAnswer }));
const grade = (paper: typeof questions, given: GivenAnswer[]) => gradeSelections(paper, wholePaper(paper, given));

describe('a test paper', () => {
  test('is graded question by question, in any order of the answers', () => {
    expect(grade(questions, answers('one', 'two', 'three'))).toMatchObject({ score: 3, totalQuestions: 3 });
    expect(grade(questions, answers('one', 'two', 'three').reverse())).toMatchObject({ score: 3 });
    expect(grade(questions, answers('two', 'one', 'three'))).toEqual({
      score: 1,
      totalQuestions: 3,
      answers: [
        { questionId: 'a', selection: 1 },
        { questionId: 'b', selection: 0 },
        { questionId: 'c', selection: 2 },
      ],
    });
  });

  test('counts an answer that is none of the options as wrong', () => {
    expect(grade(questions, answers('five', 'two', 'THREE'))).toMatchObject({
      score: 1,
      answers: [{ selection: null }, { selection: 1 }, { selection: null }],
    });
  });

  test.each([
    ['a question left out', answers('one', 'two'), 'Please answer every question.'],
    ['an empty answer', answers('one', ' ', 'three'), 'Please answer every question.'],
    ['no answers', [], 'Please answer every question.'],
    [
      'a question answered twice',
      [...answers('one', 'two', 'three'), ...answers('two')],
      'A question is answered twice.',
    ],
    [
      'a question of another assessment',
      [...answers('one', 'two', 'three'), { questionId: 'z', selectedAnswer: 'one' }],
      'An answer is to a question that is not in this test.',
    ],
  ])('is refused with %s', (_, given, sentence) => {
    expect(() => grade(questions, given)).toThrow(sentence);
  });
});

/** An independent implementation of grading: question by question, option by option. */
function pencil(questions: readonly Asked[], given: ReadonlyMap<string, string>, passMark: number) {
  let right = 0;
  for (const question of questions) {
    for (let place = 0; place < question.options.length; place++) {
      if (question.options[place] !== given.get(question.id)) continue;
      if (place === question.key) right = right + 1;
    }
  }
  // Without a division: the score reaches the pass mark if score × 100 reaches mark × total.
  return { right, passed: right * 100 >= passMark * questions.length };
}
type Asked = { id: string; options: string[]; key: number };

const option = fc.string({ minLength: 1, maxLength: 8 }).map((text) => `o${text.trim()}`);
const question = fc.record({
  options: fc.uniqueArray(option, { minLength: 4, maxLength: 4 }),
  correctOption: fc.nat(3),
  /** The selected option; 4 is none of them. */
  chosen: fc.nat(4),
});

test('grading agrees with an independent, naive implementation', () => {
  fc.assert(
    fc.property(
      fc.array(question, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 100 }),
      fc.boolean(),
      (drawn, passMark, backwards) => {
        const questions = drawn.map(({ options, correctOption: key }, i) => ({
          id: `q${i}`,
          kind: 'single-choice',
          options,
          key,
        }));
        const answers = drawn.map(({ options, chosen }, i) => ({
          questionId: `q${i}`,
          selectedAnswer: options[chosen] ?? 'none of them',
        }));
        const given = new Map(answers.map(({ questionId, selectedAnswer }) => [questionId, selectedAnswer]));
        const { score, totalQuestions } = gradeSelections(
          questions,
          wholePaper(questions, backwards ? answers.toReversed() : answers),
        );
        const second = pencil(questions, given, passMark);
        expect(score).toBe(second.right);
        expect(totalQuestions).toBe(questions.length);
        expect(isPassed(percentageOf(score, totalQuestions), passMark)).toBe(second.passed);
      },
    ),
    { numRuns: 300 },
  );
});
