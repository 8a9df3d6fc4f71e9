import { expect, test } from 'vitest';
import { type CheckRow, checksOf, rowOf } from './film-check-rows.ts';

const row = (part: Partial<CheckRow>): CheckRow => ({
  when: 'at',
  time: '4:30',
  question: '',
  options: '',
  answer: '1',
  ...part,
});

test('checks are written as they are read, and a row without a time is none', () => {
  const question = { text: 'Which signal was that?', options: ['A bell', 'Seven short, one long'], answer: 1 };
  const checks = [
    { at: 3753, every: null, question },
    { at: 5, every: null, question: null },
    { at: null, every: 600, question: null },
  ];
  expect(checksOf([...checks.map(rowOf), row({ time: '' })])).toEqual({ checks, errors: {} });
});

test.each([
  [row({ time: '270' }), { 'checks.0.time': 'Please write the time as 4:30' }],
  [row({ time: '4:75' }), { 'checks.0.time': 'Please write the time as 4:30' }],
  [row({ when: 'every', time: '0.5' }), { 'checks.0.time': 'Please enter a number of minutes' }],
  [row({ when: 'every', time: 'ten' }), { 'checks.0.time': 'Please enter a number of minutes' }],
  [row({ question: 'Which?', options: 'one\n\n' }), { 'checks.0.options': 'Please enter at least two options' }],
  [row({ question: 'Which?', options: 'one\ntwo', answer: '3' }), { 'checks.0.answer': 'There is no such option' }],
])('%j has an error', (wrong, errors) => {
  expect(checksOf([wrong]).errors).toEqual(errors);
});
