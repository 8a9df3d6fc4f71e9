import { type FirstStep, firstSteps } from '@fairlead/contract/overview/first-steps';
import { describe, expect, it, test } from 'vitest';
import { firstStepsOf, isPressing, nextStepOf, type Under } from './rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const under = (id: string, part: Partial<Under>): Under => ({
  id,
  state: 'training',
  steps: ['launch'],
  hasFilms: true,
  isFeeDue: false,
  isOnHold: false,
  watchedAt: null,
  test: undefined,
  ...part,
});
const open = (id: string, isRunning: boolean, mayStart = true) =>
  under(id, { state: 'test-open', steps: ['test', 'launch'], test: { isRunning, mayStart } });
const requested = under('requested', { state: 'requested', steps: [] });
const declined = under('declined', { state: 'declined', steps: ['ask-again'] });
const expired = under('expired', { state: 'certificate-expired', steps: ['renew', 'certificate'] });
const certified = under('certified', { state: 'certified', steps: ['certificate', 'launch'] });
const classroom = under('classroom', { hasFilms: false });
const unpublished = under('unpublished', { state: 'test-open', steps: ['test'] });

describe('nextStepOf', () => {
  it.each([
    [
      'a running test, before everything else',
      [under('films', {}), open('ready', false), open('running', true)],
      'continue-test',
      'running',
    ],
    ['a test that can be taken, before films', [under('films', {}), open('ready', false)], 'take-test', 'ready'],
    [
      'films, while the limits of the test do not allow an attempt',
      [open('over', false, false), under('films', {})],
      'watch',
      'films',
    ],
    ['films, while the test is not published', [unpublished, under('films', {})], 'watch', 'films'],
    [
      'the films watched last',
      [under('new', {}), under('a', { watchedAt: at(3) }), under('b', { watchedAt: at(9) })],
      'watch',
      'b',
    ],
    [
      'the films watched last, wherever those are that were never watched',
      [under('a', { watchedAt: at(3) }), under('new', {}), under('b', { watchedAt: at(9) }), under('newer', {})],
      'watch',
      'b',
    ],
    [
      'films, beside a test of a course that is done',
      [{ ...open('done', false), state: 'certified' }, under('films', {})],
      'watch',
      'films',
    ],
    ['the latest request, where nothing was watched', [under('new', {}), under('old', {})], 'watch', 'new'],
    ['films, before a declined request', [declined, under('films', {})], 'watch', 'films'],
    ['a declined request, before a renewal', [expired, declined], 'ask-again', 'declined'],
    ['a renewal, before waiting', [requested, expired], 'renew', 'expired'],
    ['a renewal, before the fee', [{ ...requested, isFeeDue: true }, expired], 'renew', 'expired'],
    ['the fee, before waiting for a decision', [{ ...requested, isFeeDue: true }], 'pay-fee', 'requested'],
    ['waiting for a decision', [certified, requested], 'wait', 'requested'],
    ['waiting for the classroom', [classroom], 'wait', 'classroom'],
    ['waiting for the next attempt', [open('over', false, false)], 'wait', 'over'],
    ['waiting for a certificate on hold', [{ ...certified, isOnHold: true }], 'wait', 'certified'],
    ['a course, once all are done', [certified], 'choose-course', null],
    ['a course, for a decline without a way on', [{ ...declined, steps: [] }], 'choose-course', null],
    ['a course, for somebody without one', [], 'choose-course', null],
  ] as const)('is %s', (_, enrolments, step, enrolmentId) => {
    expect(nextStepOf({ hasProfile: true, lacksDocument: false, enrolments })).toEqual({ step, enrolmentId });
  });

  it('is the document that the academy waits for, after a test and before films', () => {
    const next = (...enrolments: Under[]) => nextStepOf({ hasProfile: true, lacksDocument: true, enrolments });
    expect(next(under('films', {}), requested)).toEqual({ step: 'upload-document', enrolmentId: null });
    expect(next(open('ready', false))).toEqual({ step: 'take-test', enrolmentId: 'ready' });
  });

  it.each([
    ['without a course', [], 'complete-profile', null],
    ['while a request waits', [requested], 'complete-profile', null],
    ['after a decline', [declined], 'complete-profile', null],
    ['when a test is open, which needs it', [open('ready', false)], 'complete-profile', 'ready'],
    ['only after the films, which do not need it', [under('films', {})], 'watch', 'films'],
  ] as const)('without a profile is the profile: %s', (_, enrolments, step, enrolmentId) => {
    expect(nextStepOf({ hasProfile: false, lacksDocument: false, enrolments })).toEqual({ step, enrolmentId });
  });
});

test.each<[string, boolean, Partial<Parameters<typeof isPressing>[0]>]>([
  ['in the window of its kind', true, { lastDay: '2027-01-19' }],
  ['before the window of its kind', false, { lastDay: '2027-01-20' }],
  ['without an end', false, { lastDay: null }],
  ['on its last day', true, { lastDay: '2026-11-20' }],
  ['that ended a month ago', true, { lastDay: '2026-10-21' }],
  ['that ended longer ago, and nobody has renewed', false, { lastDay: '2026-10-20' }],
  ['that is a passport, however long ago it ended', true, { source: 'profile', lastDay: '2020-01-01' }],
  ['that a newer one replaces', false, { lastDay: '2026-11-21', isReplaced: true }],
  ['that staff have refused', false, { lastDay: '2026-11-21', check: 'refused' }],
])('the end of a document %s is shown: %s', (_, isShown, part) => {
  const document = {
    source: 'wallet',
    check: 'checked',
    renewalDays: 60,
    isReplaced: false,
    isRefresherDue: false,
  } as const;
  expect(isPressing({ ...document, lastDay: null, ...part }, false, '2026-11-20')).toBe(isShown);
});

test('a certificate that has expired is shown until its course is taken again, and an overdue refresher until it is taken', () => {
  const ended = {
    source: 'certificate',
    check: 'checked',
    renewalDays: 90,
    isReplaced: false,
    lastDay: '2026-11-01',
  } as const;
  const shown = (isRefresherDue: boolean, isTakenAgain: boolean) =>
    isPressing({ ...ended, isRefresherDue }, isTakenAgain, '2026-11-20');
  expect([shown(false, false), shown(false, true), shown(true, true)]).toEqual([true, false, true]);
});

describe('the first steps of an academy', () => {
  const none = Object.fromEntries(firstSteps.map((step) => [step, false])) as Record<FirstStep, boolean>;
  const all = Object.fromEntries(firstSteps.map((step) => [step, true])) as Record<FirstStep, boolean>;
  const statesOf = (done: Record<FirstStep, boolean>, left: readonly string[] = []) =>
    firstStepsOf(done, left)?.map(({ step, state }) => `${step} ${state}`);

  test('are open, done or left for later; what is done is not left for later', () => {
    expect(statesOf({ ...none, contact: true }, ['contact', 'films'])?.slice(0, 2)).toEqual([
      'contact done',
      'signatory open',
    ]);
    expect(statesOf(none, ['films'])).toContain('films later');
  });

  test('end with the last one, and with the first learner all that certificates do not need', () => {
    expect(statesOf(all)).toBeUndefined();
    expect(statesOf({ ...none, learner: true })).toEqual(
      ['contact', 'signatory', 'recognition'].map((step) => `${step} open`),
    );
    expect(statesOf({ ...all, colleague: false })).toBeUndefined();
  });
});
