import { expect, test } from 'vitest';
import { launchValues } from './launch-values.ts';
import { messageIn } from './package-frame.tsx';

const item = {
  id: 'a',
  title: 'Lesson',
  depth: 0,
  launch: 'a.html',
  isScored: true,
  isVisible: true,
  isSelfCompleting: false,
  prerequisites: null,
  masteryScore: 0.8,
  launchData: 'level=2',
  maxTimeAllowed: '',
  timeLimitAction: '',
  completionThreshold: 0.5,
  objectives: ['main', 'second'],
};
const learner = { id: 'e1', name: 'Asha Nair' };

test('an item begins with the learner, and with what its manifest says', () => {
  expect(launchValues({ edition: '1.2', learner }, { ...item, masteryScore: 80 }, {})).toEqual({
    'cmi.core.student_id': 'e1',
    'cmi.core.student_name': 'Asha Nair',
    'cmi.core.credit': 'credit',
    'cmi.core.lesson_mode': 'normal',
    'cmi.core.lesson_status': 'not attempted',
    'cmi.core.entry': 'ab-initio',
    'cmi.launch_data': 'level=2',
    'cmi.student_data.mastery_score': '80',
  });
  expect(launchValues({ edition: '2004', learner }, item, {})).toMatchObject({
    'cmi.entry': 'ab-initio',
    'cmi.scaled_passing_score': '0.8',
    'cmi.completion_threshold': '0.5',
    'cmi.objectives.0.id': 'main',
    'cmi.objectives.1.id': 'second',
  });
});

test('an item goes on from what it has stored, but not with the time and the end of the last sitting', () => {
  const stored = {
    'cmi.core.lesson_location': '7',
    'cmi.core.session_time': '00:10:00',
    'cmi.core.exit': 'suspend',
    'cmi.core.lesson_status': 'incomplete',
    'cmi.core.entry': 'ab-initio',
    'cmi.core.total_time': '00:10:00',
  };
  const values = launchValues({ edition: '1.2', learner }, item, stored);
  expect(values).toMatchObject({
    'cmi.core.entry': 'resume',
    'cmi.core.lesson_location': '7',
    'cmi.core.total_time': '00:10:00',
  });
  expect(values).not.toHaveProperty('cmi.core.session_time');
  expect(values).not.toHaveProperty('cmi.core.exit');
  const of2004 = launchValues({ edition: '2004', learner }, item, { 'cmi.objectives.0.id': 'its own' });
  expect(of2004).toMatchObject({ 'cmi.entry': '', 'cmi.objectives.0.id': 'its own' });
  expect(of2004).not.toHaveProperty('cmi.objectives.1.id');
});

test('of a message, only what has the form of one is taken', () => {
  const values = { 'cmi.suspend_data': 'x', n: 1, o: {} };
  expect(messageIn({ kind: 'stored', item: 'a', values })).toEqual({
    kind: 'stored',
    item: 'a',
    values: { 'cmi.suspend_data': 'x' },
  });
  expect(messageIn({ kind: 'failed', reason: 'x'.repeat(300) })).toEqual({ kind: 'failed', reason: 'x'.repeat(200) });
  for (const wrong of [
    {},
    { kind: 'stored', item: 'a' },
    { kind: 'stored', item: 1, values },
    { kind: 'else', item: 'a' },
  ])
    expect(messageIn(wrong)).toBeUndefined();
});
