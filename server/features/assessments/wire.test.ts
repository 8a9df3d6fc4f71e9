import { expect, test } from 'vitest';
import { toResult } from './wire.ts';

test('a result that is shown roughly does not tell by its old score what it hides', () => {
  const attempt = { id: 'a', score: 6, totalQuestions: 20, passMark: 70, pdf: null };
  const at = new Date('2026-11-30T00:00:00Z');
  const beside = { regrades: [{ at, oldScore: 5 }], weakTopics: [] };
  const told = (passed: boolean, failedScore: 'exact' | 'rough') =>
    toResult({ ...attempt, passed, failedScore }, beside, String).regraded;
  const said = { at: at.toISOString() };
  expect(told(false, 'rough')).toEqual({ ...said, oldScore: null });
  expect(told(false, 'exact')).toEqual({ ...said, oldScore: 5 });
  expect(told(true, 'rough')).toEqual({ ...said, oldScore: 5 });
});
