import { describe, expect, test } from 'vitest';
import { type GivenAnswer, gradeSelections, isPassed, percentageOf, wholePaper } from './rules.ts';

const questions = ['a', 'b', 'c'].map((id, i) => ({ id, options: ['one', 'two', 'three', 'four'], correctOption: i }));
const answers = (...selected: string[]) =>
  selected.map((selectedAnswer, i) => ({ questionId: 'abc'[i] ?? '?', selectedAnswer }));
const grade = (paper: typeof questions, given: GivenAnswer[]) => gradeSelections(paper, wholePaper(paper, given));

describe('a paper', () => {
  test('is graded question by question, whatever the order of the answers', () => {
    expect(grade(questions, answers('one', 'two', 'three'))).toMatchObject({ score: 3, totalQuestions: 3 });
    expect(grade(questions, answers('one', 'two', 'three').reverse())).toMatchObject({ score: 3 });
    expect(grade(questions, answers('two', 'one', 'three'))).toEqual({
      score: 1,
      totalQuestions: 3,
      answers: [
        { questionId: 'a', selectedOption: 1 },
        { questionId: 'b', selectedOption: 0 },
        { questionId: 'c', selectedOption: 2 },
      ],
    });
  });

  test('counts an answer that is none of the options as wrong', () => {
    expect(grade(questions, answers('five', 'two', 'THREE'))).toMatchObject({
      score: 1,
      answers: [{ selectedOption: null }, { selectedOption: 1 }, { selectedOption: null }],
    });
  });

  test.each([
    ['a question left out', answers('one', 'two'), 'Please answer every question.'],
    ['an empty answer', answers('one', ' ', 'three'), 'Please answer every question.'],
    ['no answers', [], 'Please answer every question.'],
    ['one answered twice', [...answers('one', 'two', 'three'), ...answers('two')], 'A question is answered twice.'],
    [
      'one of another test',
      [...answers('one', 'two', 'three'), { questionId: 'z', selectedAnswer: 'one' }],
      'An answer is to a question that is not in this test.',
    ],
  ])('is refused with %s', (_, given, sentence) => {
    expect(() => grade(questions, given)).toThrow(sentence);
  });
});

test('a percentage that equals the mark passes, for every score of every paper up to 200 questions', () => {
  for (let total = 1; total <= 200; total++) {
    for (let score = 0; score <= total; score++) {
      const percentage = percentageOf(score, total);
      expect(isPassed(percentage, (score * 100) / total)).toBe(true);
      if (Number.isInteger(percentage)) expect(isPassed(percentage, percentage)).toBe(true);
      if (score > 0) expect(isPassed(percentageOf(score - 1, total), percentage)).toBe(false);
    }
  }
  expect([57, 58, 29, 7].every((mark) => isPassed(percentageOf(mark, 100), mark))).toBe(true);
});

test('a percentage just under the mark fails: nothing is rounded', () => {
  expect(isPassed(percentageOf(2, 3), 66.67)).toBe(false);
  expect(isPassed(percentageOf(2, 3), 66.66)).toBe(true);
  expect(isPassed(percentageOf(0, 3), 0)).toBe(true);
  expect(isPassed(percentageOf(3, 3), 100)).toBe(true);
});
