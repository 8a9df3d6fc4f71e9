import { expect, test } from 'vitest';
import type { Stretch } from './watched-stretches.ts';
import { watchedUpTo } from './watched-up-to.ts';

const upTo60 = (played: readonly Stretch[], answeredUntil = 0) =>
  watchedUpTo(60, { played, answeredUntil, duration: 100 });

test('a film that was played to a check was watched up to it, but for what may be skipped', () => {
  expect(upTo60([[0, 60]])).toMatchObject({ enough: true });
  expect(upTo60([[0, 55]])).toMatchObject({ enough: true });
  expect(upTo60([[0, 54.9]])).toEqual({ enough: false, from: 54.9 });
  expect(upTo60([[5, 70]])).toMatchObject({ enough: true });
});

test('what lies beyond the check does not count, and a film that was sought goes on where it was left', () => {
  expect(upTo60([[60, 100]])).toEqual({ enough: false, from: 0 });
  expect(
    upTo60([
      [0, 20],
      [50, 100],
    ]),
  ).toEqual({ enough: false, from: 20 });
  expect(upTo60([[50, 100]])).toEqual({ enough: false, from: 0 });
});

test('up to a check that was answered it was watched, on whichever device', () => {
  expect(upTo60([[40, 60]], 40)).toMatchObject({ enough: true });
  expect(upTo60([[50, 60]], 40)).toEqual({ enough: false, from: 40 });
});

test('an update that comes late costs nothing in a short film', () => {
  expect(watchedUpTo(2, { played: [[0, 1.1]], answeredUntil: 0, duration: 6 }).enough).toBe(true);
  expect(watchedUpTo(2, { played: [[0, 0.9]], answeredUntil: 0, duration: 6 }).enough).toBe(false);
});
