import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldAnswer, isWithin, readNumber, tidyAnswer } from './compared-answers.ts';
import { neutralOrder, QuestionInput } from './question-kinds.ts';

test.each([
  ['12.5', '12.5'],
  [' +012,50 ', '12.5'],
  ['\u22120.0', '0'],
  ['-.5', '-0.5'],
  ['5.', '5'],
  ['1,000', undefined],
  [' -12,500', undefined],
  ['\u0661,\u0660\u0660\u0660', undefined],
  ['0,500', '0.5'],
  ['1,00', '1'],
  ['1,0000', '1'],
  ['1234,567', '1234.567'],
  ['1.000', '1'],
  ['٣٫', undefined],
  ['1e5', undefined],
  ['1.2.3', undefined],
  ['.', undefined],
  ['', undefined],
  ['12 m', undefined],
  ['9'.repeat(21), undefined],
])('%j is the number %j', (typed, number) => expect(readNumber(typed)).toBe(number));

test('numbers are compared without rounding', () => {
  expect(isWithin('0.3', '0.2', '0.1')).toBe(true);
  expect(isWithin('0.30000000000000000001', '0.2', '0.1')).toBe(false);
  expect(isWithin('-5', '5', '10')).toBe(true);
  expect(isWithin('-5.1', '5', '10')).toBe(false);
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer(),
      fc.nat(),
      (one, other, tolerance) =>
        isWithin(String(one), String(other), String(tolerance)) === Math.abs(one - other) <= tolerance,
    ),
  );
});

test('typed texts are compared with single spaces, in one form of each letter', () => {
  expect(tidyAnswer(' Man\u00a0 over\tboard ')).toBe('Man over board');
  expect(foldAnswer('E\u0301TRAVE')).toBe('étrave');
  expect(tidyAnswer('“Ship’s” ‘log’ – a — b − c')).toBe("\"Ship's\" 'log' - a - b - c");
  expect(foldAnswer('Ship’s–log')).toBe(foldAnswer("SHIP'S-LOG"));
});

test('the order in which options are shown is the same for every right order, and mixes numbered texts', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 10 }),
      fc.infiniteStream(fc.nat()),
      (right, ranks) => {
        const order = neutralOrder(right);
        expect(order.toSorted()).toEqual(right.toSorted());
        const other = right.map((step) => ({ step, rank: ranks.next().value ?? 0 })).sort((a, b) => a.rank - b.rank);
        expect(neutralOrder(other.map(({ step }) => step))).toEqual(order);
      },
    ),
  );
  const numbered = ['Step 1', 'Step 2', 'Step 3', 'Step 4', 'Step 5'];
  expect(neutralOrder(numbered)).not.toEqual(numbered);
  // With two steps, each text is first in some questions and second in others
  const pairs = Array.from({ length: 100 }, (_, i) =>
    neutralOrder([`First ${i}`, `Then ${i}`])[0]?.startsWith('First'),
  );
  expect(pairs.filter(Boolean).length).toBeGreaterThan(20);
  expect(pairs.filter(Boolean).length).toBeLessThan(80);
});

test.each(['several-choices', 'matching', 'ordering', 'choice', 'short-answer', 'true-false'])(
  'a question of the kind %s with 100,000 options is refused in time',
  (kind) => {
    const many = Array.from({ length: 100_000 }, (_, i) => String(i));
    const lists = { options: many, correctAnswers: many.toReversed(), prompts: many, correctAnswer: '1' };
    const begun = process.threadCpuUsage().user;
    expect(QuestionInput.safeParse({ kind, questionText: 'q', ...lists }).success).toBe(false);
    expect(process.threadCpuUsage().user - begun).toBeLessThan(3_000_000);
  },
);
