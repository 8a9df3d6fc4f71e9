import { describe, expect, test } from 'vitest';
import {
  fewestToTell,
  hasConditions,
  isGuessable,
  isOver,
  needsStart,
  nextAttempt,
  signsOfGuessing,
  sittings,
  weakTopics,
} from './rules.ts';

const now = new Date('2026-01-01T12:00:00Z');
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test('an attempt is over at its deadline, and never without one', () => {
  expect([before(1), now, before(-1)].map((deadline) => isOver({ deadline }, now))).toEqual([true, true, false]);
  expect(isOver({ deadline: null }, now)).toBe(false);
});

describe('the next attempt', () => {
  const limits = { attemptsAllowed: 3, hoursBetween: 1, waitGrows: true };
  const past = (hoursAgo: number, reopened = false) => ({ submittedAt: before(hoursAgo * 3600), reopened });

  test('is free at first, and where nothing is limited', () => {
    expect(nextAttempt(limits, [], now)).toEqual({
      ...{ attemptsUsed: 0, attemptsLeft: 3, hoursUntilNext: 1, mayStart: true, nextAttemptAt: null },
    });
    const free = { attemptsAllowed: null, hoursBetween: null, waitGrows: false };
    expect(nextAttempt(free, [past(0), past(1)], now)).toEqual({
      ...{ attemptsUsed: 2, attemptsLeft: null, hoursUntilNext: 0, mayStart: true, nextAttemptAt: null },
    });
  });

  test('waits for as long as the number of attempts says, to the moment', () => {
    expect(nextAttempt(limits, [past(0.5)], now)).toEqual({
      ...{ attemptsUsed: 1, attemptsLeft: 2, hoursUntilNext: 2, mayStart: false, nextAttemptAt: before(-1800) },
    });
    expect(nextAttempt(limits, [past(1)], now)).toMatchObject({ mayStart: true, nextAttemptAt: null });
    expect(nextAttempt(limits, [past(1), past(9)], now)).toMatchObject({
      mayStart: false,
      nextAttemptAt: before(-3600),
    });
  });

  test('is none after the last, which states no time', () => {
    const used = [past(0), past(5), past(9)];
    expect(nextAttempt(limits, used, now)).toMatchObject({ attemptsLeft: 0, mayStart: false, nextAttemptAt: null });
    expect(nextAttempt(limits, [past(20), ...used], now)).toMatchObject({ attemptsLeft: 0, mayStart: false });
  });

  test('that staff have granted adds to those allowed, and begins at once', () => {
    const granted = [past(0, true), past(5), past(9)];
    expect(nextAttempt(limits, granted, now)).toMatchObject({ attemptsLeft: 1, mayStart: true, nextAttemptAt: null });
  });
});

test('learners are shown a time limit, a limit of attempts and a wait', () => {
  const none = { minutes: null, attemptsAllowed: null, hoursBetween: null, waitGrows: true };
  expect(hasConditions(none)).toBe(false);
  for (const one of [{ minutes: 1 }, { attemptsAllowed: 1 }, { hoursBetween: 1 }])
    expect(hasConditions({ ...none, ...one })).toBe(true);
  expect([null, 30].map((minutes) => needsStart({ minutes }))).toEqual([false, true]);
});

test('an answer key can be guessed with exact scores and more than ten attempts', () => {
  const guessable = (failedScore: 'exact' | 'rough', attemptsAllowed: number | null) =>
    isGuessable({ failedScore, attemptsAllowed });
  expect([null, 11, 10].map((allowed) => guessable('exact', allowed))).toEqual([true, true, false]);
  expect([null, 11, 10].map((allowed) => guessable('rough', allowed))).toEqual([false, false, false]);
});

test('attempts are counted by the hour and by the day', () => {
  expect(sittings.map(({ seconds }) => seconds)).toEqual([3600, 86_400]);
});

describe('a sign of guessing', () => {
  const slow = { startedAt: before(3600), submittedAt: now };
  const signs = (earlier: Date[], changes: (number | null)[] = [], totalQuestions = 10, timed = slow) =>
    signsOfGuessing(timed, totalQuestions, { earlier, changes });

  test('is the fourth submission within an hour', () => {
    const earlier = [before(60), before(3600), before(1800)];
    expect(signs(earlier)).toEqual({ submissions: { count: 4, seconds: 3600 } });
    expect(signs([before(60), before(3601), before(1800)])).toBeNull();
  });

  test('is less than three seconds for a question', () => {
    const in29 = { startedAt: before(29), submittedAt: now };
    expect(signs([], [], 10, in29)).toEqual({ secondsAQuestion: 2.9 });
    expect(signs([], [], 12, in29)).toEqual({ secondsAQuestion: 2.42 });
    expect(signs([], [], 10, { startedAt: before(30), submittedAt: now })).toBeNull();
  });

  test('are three attempts in a row that differ by two answers at most, of ten questions or more', () => {
    expect(signs([], [2, 0])).toEqual({ alike: { attempts: 3, answers: 2 } });
    expect(signs([], [2, 2, 9])).toEqual({ alike: { attempts: 3, answers: 2 } });
    expect(signs([], [2, 3])).toBeNull();
    expect(signs([], [2, null])).toBeNull();
    expect(signs([], [2])).toBeNull();
    expect(signs([], [2, 2], 9)).toBeNull();
  });
});

test('topics are named from three questions on, from one where answers are shown, and not beside rough scores', () => {
  const exact = { passed: false, failedScore: 'exact', review: 'score', attemptsAllowed: null } as const;
  expect(fewestToTell(exact)).toBe(3);
  expect(fewestToTell({ ...exact, review: 'correct' })).toBe(1);
  const rough = { ...exact, failedScore: 'rough', review: 'correct' } as const;
  expect(fewestToTell(rough)).toBeNull();
  expect(fewestToTell({ ...rough, passed: true })).toBe(1);
  expect([10, 11].map((attemptsAllowed) => fewestToTell({ ...rough, attemptsAllowed }))).toEqual([3, null]);
});

test('a topic is weak below the pass mark, with enough questions, in the order of the answers', () => {
  const of = (topic: string, ...all: number[]) => all.map((marks) => ({ topic, marks }));
  const answers = [...of('B', 1, 0), ...of('A', 1, 0.5), ...of('', 0, 0), ...of('C', 0), ...of('D', 0, 0)];
  expect(weakTopics(answers, { fewest: 2, passMark: 75 })).toEqual(['B', 'D']);
});
