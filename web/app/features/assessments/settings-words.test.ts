import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { expect, test } from 'vitest';
import { limitsInWords } from './settings-words.ts';

test('the limits of a test are described in words', () => {
  const limits = (changes: object) => limitsInWords({ ...newTestSettings, ...changes });
  expect(limits({})).toBe('3 attempts, 15 min between them, then 30 min, rough score after a failed attempt');
  expect(limits({ attemptsAllowed: null, hoursBetween: null, failedScore: 'exact' })).toBe(
    'Unlimited attempts, exact score after a failed attempt',
  );
  expect(limits({ attemptsAllowed: 1 })).toBe('1 attempt, rough score after a failed attempt');
  expect(limits({ attemptsAllowed: 5, hoursBetween: 24 })).toContain('24 h between them, then 48 h and so on');
  expect(limits({ waitGrows: false })).toContain('3 attempts, 15 min between them, rough');
});
