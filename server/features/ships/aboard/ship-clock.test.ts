import { expect, test } from 'vitest';
import { shipClock } from './ship-clock.ts';

const year = 365 * 86_400_000;
const noon = Date.parse('2026-12-01T12:00:00Z');

/** A computer with a clock that somebody sets, and one that nobody does. */
function computer(set = noon) {
  const of = { wall: set, monotonic: 5000 };
  const clock = shipClock(
    () => of.wall,
    () => of.monotonic,
  );
  return { of, clock, time: () => clock.now().getTime() };
}

test('the clock runs on by itself, whatever somebody sets the computer’s to', () => {
  const { of, clock, time } = computer();
  const before = clock.session();
  of.wall = noon + 3 * year;
  of.monotonic += 60_000;
  expect(time()).toBe(noon + 60_000);
  expect(clock.session()).toBe(before);
});

test('after an empty battery it goes on from where it stood, and from nowhere earlier', () => {
  const { clock, time } = computer(0);
  clock.startFrom(new Date(noon));
  expect(time()).toBe(noon);
  clock.startFrom(new Date(noon - year));
  expect(time()).toBe(noon);
});

test('the academy corrects it in both directions, but for the minute that a pack may take', () => {
  for (const wrongBy of [-3 * year, 3 * year, 61_000, -61_000]) {
    const { clock, time } = computer(noon + wrongBy);
    const before = clock.session();
    clock.correct(new Date(noon));
    expect([wrongBy, time()]).toEqual([wrongBy, noon]);
    expect(clock.session()).not.toBe(before);
  }
  const { clock, time } = computer(noon + 60_000);
  const before = clock.session();
  clock.correct(new Date(noon));
  expect(time()).toBe(noon + 60_000);
  expect(clock.session()).toBe(before);
});
