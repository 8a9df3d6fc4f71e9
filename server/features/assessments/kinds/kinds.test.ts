import { QuestionInput } from '@fairlead/contract/assessments/question-kinds';
import { expect, test } from 'vitest';
import { kindNameOf, kindOf } from './kinds.ts';
import { isSame, keyColumns, keyIn, type Stored, selectionColumns, selectionIn } from './stored.ts';

test.each<Stored>([0, 3, 2.5, [0, 2], 'north', { a: [1], b: 'x' }, []])(
  '%j is read back as it was stored',
  (stored) => {
    const { correctOption, answerKey } = keyColumns(stored);
    expect(keyIn({ correctOption, answerKey: answerKey && JSON.parse(answerKey) })).toEqual(stored);
    const { selectedOption, selection } = selectionColumns(stored);
    expect(selectionIn({ selectedOption, selection: selection && JSON.parse(selection) })).toEqual(stored);
  },
);

test('only whole numbers that fit are stored in the integer columns', () => {
  expect([0, 3, -1, 2 ** 31 - 1].map((key) => keyColumns(key).answerKey)).toEqual([null, null, null, null]);
  expect([2.5, 2 ** 31, 1e300].map((key) => keyColumns(key).correctOption)).toEqual([null, null, null]);
  expect([2.5, 2 ** 31, 1e300].map((key) => selectionColumns(key).selectedOption)).toEqual([null, null, null]);
});

test('no selection is stored as null, and a question without an answer key is an error', () => {
  expect(selectionIn(selectionColumns(null))).toBeNull();
  expect(() => keyIn({ correctOption: null, answerKey: null })).toThrow('no answer key');
});

test('selections are compared by value', () => {
  expect(isSame([0, 2], [0, 2])).toBe(true);
  expect(isSame([0, 2], [2, 0])).toBe(false);
  expect(isSame(null, null)).toBe(true);
});

test('a question without a kind is a single choice, and one of an unknown kind is refused', () => {
  const question = { questionText: 'Which side?', options: ['a', 'b', 'c', 'd'], correctAnswer: 'b' };
  expect(kindNameOf(QuestionInput.parse(question))).toBe('single-choice');
  expect(kindNameOf(QuestionInput.parse({ ...question, kind: 'single-choice' }))).toBe('single-choice');
  expect(QuestionInput.safeParse({ ...question, kind: 'essay' }).success).toBe(false);
  expect(() => kindOf({ kind: 'essay' })).toThrow('no question kind');
  expect(() => kindOf({ kind: 'constructor' })).toThrow('no question kind');
});
