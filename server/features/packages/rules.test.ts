import { expect, test } from 'vitest';
import { isReportedComplete, reportedBy } from './rules.ts';

const sco = { isScored: true, masteryScore: null };

test.each([
  ['1.2', {}, 'not attempted', false],
  ['1.2', { 'cmi.core.lesson_status': 'completed' }, 'completed', true],
  ['1.2', { 'cmi.core.lesson_status': 'passed' }, 'passed', true],
  ['1.2', { 'cmi.core.lesson_status': 'failed' }, 'failed', false],
  ['1.2', { 'cmi.core.lesson_status': 'browsed' }, 'browsed', false],
  ['1.2', { 'cmi.completion_status': 'completed' }, 'not attempted', false],
  ['2004', { 'cmi.completion_status': 'completed' }, 'completed', true],
  ['2004', { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, 'failed', false],
  ['2004', { 'cmi.success_status': 'passed' }, 'passed', true],
  ['2004', { 'cmi.completion_status': 'incomplete', 'cmi.success_status': 'passed' }, 'passed', false],
] as const)('of SCORM %s, %o is %s', (edition, values, status, isComplete) => {
  expect(reportedBy(edition, sco, { ...values })).toMatchObject({ status, isComplete });
});

test('a score below the one that the manifest asks for is not complete, whatever the status', () => {
  const asked = (edition: '1.2' | '2004', masteryScore: number, values: Record<string, string>) =>
    reportedBy(edition, { isScored: true, masteryScore }, values);
  const old = (raw: string) => asked('1.2', 80, { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': raw });
  expect([old('79'), old('80'), old('none')].map(({ isComplete }) => isComplete)).toEqual([false, true, true]);
  const recent = asked('2004', 0.6, { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.59' });
  expect(recent).toMatchObject({ isComplete: false, score: 59 });
});

test('a page that is only shown is complete once it was opened; a package, once all that can be opened is', () => {
  expect(reportedBy('1.2', { isScored: false, masteryScore: null }, {})).toMatchObject({ isComplete: true });
  const item = (id: string, launch: string | null) => ({ id, launch }) as never;
  const items = [item('heading', null), item('a', 'a.html'), item('b', 'b.html')];
  expect(isReportedComplete({ items }, new Set(['a']))).toBe(false);
  expect(isReportedComplete({ items }, new Set(['a', 'b']))).toBe(true);
});
