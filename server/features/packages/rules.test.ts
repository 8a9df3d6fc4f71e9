import { expect, test } from 'vitest';
import { answerCounter, answersIn, claimsTooMuch, isReportedComplete, reportedAsWhole, reportedBy } from './rules.ts';

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

const judged = {
  isScored: true,
  masteryScore: 0.8,
  completionThreshold: 0.8,
  completedByMeasure: true,
  primaryObjective: 'main',
};

test.each([
  [{ 'cmi.completion_status': 'completed', 'cmi.progress_measure': '0.5' }, 'incomplete', false],
  [{ 'cmi.completion_status': 'incomplete', 'cmi.progress_measure': '0.8' }, 'completed', true],
  [{ 'cmi.progress_measure': '0.9' }, 'completed', true],
  [{ 'cmi.completion_status': 'completed' }, 'completed', true],
  [{ 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.7' }, 'failed', false],
  [{ 'cmi.success_status': 'failed', 'cmi.score.scaled': '0.8' }, 'passed', true],
  [{ 'cmi.success_status': 'passed', 'cmi.score.scaled': '0.9', 'cmi.progress_measure': '0.5' }, 'incomplete', false],
  [{ 'cmi.completion_status': 'completed', 'cmi.score.scaled': '0.7', 'cmi.progress_measure': '1' }, 'failed', false],
  [
    {
      'cmi.objectives.0.id': 'x',
      'cmi.objectives.1.id': 'main',
      'cmi.objectives.1.score.scaled': '0.7',
      'cmi.success_status': 'passed',
    },
    'failed',
    false,
  ],
  [
    { 'cmi.objectives.0.id': 'main', 'cmi.objectives.0.progress_measure': '0.5', 'cmi.completion_status': 'completed' },
    'incomplete',
    false,
  ],
] as [Record<string, string>, string, boolean][])('by its thresholds, %o is %s', (values, status, isComplete) => {
  expect(reportedBy('2004', judged, values)).toMatchObject({ status, isComplete });
  expect(claimsTooMuch('2004', judged, values)).toBe(
    !isComplete && reportedBy('2004', { isScored: true, masteryScore: null }, values).isComplete,
  );
});

test('a share of progress that does not decide is not counted', () => {
  const values = { 'cmi.completion_status': 'completed', 'cmi.progress_measure': '0.5' };
  for (const completedByMeasure of [false, undefined]) {
    const item = {
      isScored: true,
      masteryScore: null,
      completionThreshold: 0.8,
      ...(completedByMeasure === false && { completedByMeasure }),
    };
    expect(reportedBy('2004', item, values)).toMatchObject({ status: 'completed', isComplete: true });
  }
});

test.each([
  ['completed', '79', 'failed', false],
  ['passed', '79', 'failed', false],
  ['failed', '80', 'passed', true],
  ['completed', '80', 'passed', true],
  ['incomplete', '90', 'incomplete', false],
  ['completed', '', 'completed', true],
])('by a mastery score of 80, %s with %s is %s', (said, raw, status, isComplete) => {
  const values = { 'cmi.core.lesson_status': said, 'cmi.core.score.raw': raw };
  expect(reportedBy('1.2', { isScored: true, masteryScore: 80 }, values)).toMatchObject({ status, isComplete });
});

test('a page that is only shown is complete once it was opened; a package, once all that can be opened is', () => {
  expect(reportedBy('1.2', { isScored: false, masteryScore: null }, {})).toMatchObject({ isComplete: true });
  const item = (id: string, launch: string | null) => ({ id, launch }) as never;
  const items = [item('heading', null), item('a', 'a.html'), item('b', 'b.html')];
  expect(isReportedComplete({ items, order: null }, new Set(['a']))).toBe(false);
  expect(isReportedComplete({ items, order: null }, new Set(['a', 'b']))).toBe(true);
});

test('a package with rules about its order is complete when its rules say so', () => {
  const whole = (completion: string, success: string) =>
    reportedAsWhole({ 'cmi.completion_status': completion, 'cmi.success_status': success }).isComplete;
  // by a test before it, a learner may pass without having opened every item
  expect(whole('incomplete', 'passed')).toBe(true);
  expect(whole('completed', 'unknown')).toBe(true);
  expect(whole('completed', 'failed')).toBe(false);
  expect(whole('incomplete', 'unknown')).toBe(false);
  const items = [{ id: 'a', launch: 'a.html' }] as never;
  expect(isReportedComplete({ items, order: {} }, new Set(['a']))).toBe(false);
  expect(isReportedComplete({ items, order: {} }, new Set(['']))).toBe(true);
});

test('of the answers that a package has reported, the last one to each question counts', () => {
  const interactions = (...rows: Record<string, string>[]) =>
    Object.fromEntries(
      rows.flatMap((row, i) => Object.entries(row).map(([name, value]) => [`cmi.interactions.${i}.${name}`, value])),
    );
  const first = answersIn(
    interactions(
      { id: 'q1', student_response: 'a', result: 'wrong' },
      { id: 'q2', result: 'neutral' },
      { id: 'q3', type: 'choice' },
      { id: 'q1', student_response: 'b', result: 'correct' },
    ),
  );
  expect(first).toEqual([
    { id: 'q1', text: '', isRight: true },
    { id: 'q2', text: '', isRight: null },
  ]);
  const second = answersIn(interactions({ id: 'q1', description: 'Where is the bight?', result: 'incorrect' }));
  const counter = answerCounter();
  counter.add('a', first);
  counter.add('a', second);
  expect(counter.questions()).toEqual([
    { itemId: 'a', id: 'q1', text: 'Where is the bight?', answered: 2, right: 1, judged: 2 },
    { itemId: 'a', id: 'q2', text: '', answered: 1, right: 0, judged: 0 },
  ]);
});

test('questions that one learner has invented do not displace those that others have answered', () => {
  const counter = answerCounter();
  const made = Array.from({ length: 500 }, (_, i) => ({ id: `made ${i}`, text: '', isRight: true }));
  const long = answersIn({ 'cmi.interactions.0.id': 'x'.repeat(4000), 'cmi.interactions.0.result': 'correct' });
  expect(long[0]?.id).toHaveLength(250);
  counter.add('a', made);
  for (let i = 0; i < 2; i += 1) counter.add('a', [{ id: 'honest', text: '', isRight: true }]);
  expect(counter.questions()).toHaveLength(500);
  expect(counter.questions().find(({ id }) => id === 'honest')).toMatchObject({ answered: 2 });
});
