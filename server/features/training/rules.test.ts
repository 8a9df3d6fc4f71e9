import { describe, expect, test } from 'vitest';
import { credit, creditBudget, graceSeconds, isComplete, locksOf, type Opened, titleFrom } from './rules.ts';
import { type Stretch, subtract } from './stretches.ts';
import { dice, rounds, wild } from './testing/stretches.ts';

describe('the budget', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
  const film = (opened: number, watchedSeconds = 0, highestSpeed = 2): Opened => ({
    openedAt: at(opened),
    watchedSeconds,
    highestSpeed,
  });

  /** A film of ten minutes, long enough for the full grace. */
  const long = (opened: number, highestSpeed = 2) => ({ openedAt: at(opened), duration: 600, highestSpeed });

  test('is the time since the opening at twice the speed, with a grace, minus what was credited', () => {
    expect(creditBudget([film(0, 30)], long(0), at(60))).toBe(60 * 2 + 5 - 30);
    expect(creditBudget([film(0, 500)], long(0), at(60))).toBe(0);
  });

  test('is smaller where the course permits less than twice the speed, with the same grace', () => {
    expect(creditBudget([film(0, 30, 1)], long(0, 1), at(60))).toBe(60 + 5 - 30);
    expect(creditBudget([film(0, 30, 1.5)], long(0, 1.5), at(60))).toBe(60 * 1.5 + 5 - 30);
    // thirty seconds at the first film's speed took thirty, whatever the speed of the second
    expect(creditBudget([film(0, 30, 1), film(0, 0, 2)], long(0, 2), at(60))).toBe((60 - 30) * 2 + 5);
    expect(creditBudget([film(0, 60, 2), film(0, 0, 1)], long(0, 1), at(60))).toBe(60 - 30 + 5);
  });

  test('is shared by films that run in parallel', () => {
    expect(creditBudget([film(0, 125), film(0)], long(0), at(60))).toBe(0);
    expect(creditBudget([film(0, 100), film(30)], long(30), at(60))).toBe(25);
  });

  test('counts films opened later against one opened earlier, and not the reverse', () => {
    expect(creditBudget([film(0), film(50, 25)], long(0), at(60))).toBe(100);
    expect(creditBudget([film(0, 100), film(50)], long(50), at(60))).toBe(25);
    expect(creditBudget([film(0, 20), film(50)], long(50), at(60))).toBe(25);
  });

  test('is zero for a film that was never opened, and after the clock was set back', () => {
    expect(creditBudget([], long(0), at(60))).toBe(0);
    expect(creditBudget([film(0)], long(0), at(-60))).toBe(0);
  });

  // shows: threats/short-film
  test('completes no film by its grace, however short, and every film played at twice the speed', () => {
    for (let duration = 0.5; duration <= 70; duration += 0.5) {
      const claim = (seconds: number) => {
        const budget = creditBudget([film(0)], { ...film(0), duration }, at(seconds));
        return isComplete(credit([], [[0, duration]], { duration, budget }).stretches, duration);
      };
      expect(claim(0)).toBe(false);
      expect(claim(duration * 0.4)).toBe(false);
      expect(claim(duration / 2)).toBe(true);
    }
  });

  // shows: asvs/2.3.2
  test('credits nobody faster than the clock, with any number of films, tabs and false reports', () => {
    for (const seed of rounds) {
      const random = dice(seed);
      const films: (Opened & { stretches: Stretch[]; duration: number; opened: number })[] = [];
      let now = 0;
      for (let step = 0; step < 40; step++) {
        now += Math.floor(random() * 20);
        if (films.length === 0 || random() < 0.2) {
          const duration = 20 + Math.floor(random() * 300);
          films.push({ ...film(now), opened: now, stretches: [], duration });
        }
        const one = films[Math.floor(random() * films.length)];
        if (!one) continue;
        const report: Stretch[] = random() < 0.5 ? [[0, one.duration]] : wild(random, one.duration);
        const budget = creditBudget(films, one, at(now));
        const after = credit(one.stretches, report, { duration: one.duration, budget });
        expect(after.watchedSeconds).toBeGreaterThanOrEqual(one.watchedSeconds);
        expect(after.watchedSeconds - one.watchedSeconds).toBeLessThanOrEqual(budget + 1e-6);
        expect(subtract(one.stretches, after.stretches)).toEqual([]);
        Object.assign(one, after);
        for (const { opened } of films) {
          const since = films.filter((other) => other.opened >= opened);
          const total = since.reduce((sum, { watchedSeconds }) => sum + watchedSeconds, 0);
          expect(total).toBeLessThanOrEqual((now - opened) * 2 + graceSeconds + 1e-6);
        }
      }
    }
  });

  test('never limits a learner who watches one film after another, at any speed and with any reports', () => {
    for (const seed of rounds) {
      const random = dice(seed);
      const films: Opened[] = [];
      let now = 0;
      for (let i = 0; i < 4; i++) {
        const duration = 30 + Math.floor(random() * 200);
        const one = { ...film(now), stretches: [] as Stretch[] };
        films.push(one);
        const rate = 0.5 + random() * 1.5;
        let seen = 0;
        let unsent: Stretch[] = [];
        while (seen < duration) {
          const step = Math.min(5 + random() * 40, duration - seen);
          now += step / rate;
          unsent.push([seen, seen + step]);
          seen += step;
          if (random() < 0.4 && seen < duration) continue;
          const budget = creditBudget(films, { ...one, duration }, at(now));
          Object.assign(one, credit(one.stretches, unsent, { duration, budget }));
          unsent = [];
        }
        expect(one.watchedSeconds).toBeCloseTo(duration, 2);
        now += random() * 600;
      }
    }
  });
});

describe('credit', () => {
  const plenty = { duration: 600, budget: 10_000 };

  test('counts no second twice', () => {
    const first = credit(
      [],
      [
        [0, 60],
        [30, 90],
      ],
      plenty,
    );
    expect(first).toMatchObject({ stretches: [[0, 90]], watchedSeconds: 90 });
    expect(credit(first.stretches, [[0, 90]], { duration: 600, budget: 0 })).toEqual(first);
  });

  test('takes the earliest part if the budget is short', () => {
    expect(
      credit(
        [[0, 10]],
        [
          [5, 20],
          [100, 200],
        ],
        { duration: 600, budget: 12 },
      ),
    ).toMatchObject({
      stretches: [
        [0, 20],
        [100, 102],
      ],
      watchedSeconds: 22,
    });
  });

  test('closes the small gaps between reports, and charges them', () => {
    expect(credit([[0, 10]], [[10.3, 20]], plenty).stretches).toEqual([[0, 20]]);
    expect(credit([[0, 10]], [[10.6, 20]], plenty).stretches).toEqual([
      [0, 10],
      [10.6, 20],
    ]);
    expect(credit([[0, 10]], [[10.4, 10.5]], { duration: 600, budget: 0 }).watchedSeconds).toBe(10);
  });

  test('charges closed gaps, so that tiny stretches cannot add up to a film', () => {
    const dust = Array.from({ length: 500 }, (_, i): Stretch => [i * 0.45, i * 0.45 + 0.001]);
    expect(credit([], dust, { duration: 600, budget: 7 }).watchedSeconds).toBeLessThanOrEqual(7);
  });

  test('refuses a film in too many pieces, but accepts what joins them', () => {
    const pieces = (from: number) => Array.from({ length: 500 }, (_, i): Stretch => [from + i * 2, from + i * 2 + 1]);
    const wide = { duration: 80_000, budget: 100_000 };
    const many = credit(credit([], pieces(0), wide).stretches, pieces(1000), wide).stretches;
    expect(many).toHaveLength(1000);
    expect(() => credit(many, pieces(2000), wide)).toThrow('Too many separate parts');
    expect(credit(many, [[0, 2000]], wide).stretches).toEqual([[0, 2000]]);
  });

  // shows: states/training-order
  test('is complete at 95 % with the end watched', () => {
    expect(isComplete([[0, 570]], 600)).toBe(false);
    expect(isComplete([[0, 600]], 600)).toBe(true);
    expect(isComplete([[28, 598]], 600)).toBe(true);
    expect(isComplete([[32, 600]], 600)).toBe(false);
    expect(
      isComplete(
        [
          [0, 568],
          [596, 600],
        ],
        600,
      ),
    ).toBe(true);
    expect(isComplete([], 600)).toBe(false);
    expect(isComplete([[0, 1.8]], 2)).toBe(false);
    expect(isComplete([[0, 2]], 2)).toBe(true);
  });
});

// shows: states/training-locks
test('films are locked after the first that is not complete', () => {
  const films = (...completed: boolean[]) => completed.map((one) => ({ completed: one }));
  expect(locksOf(films(false, false, false))).toEqual([false, true, true]);
  expect(locksOf(films(true, false, true, false))).toEqual([false, false, false, true]);
  expect(locksOf(films(false, true))).toEqual([false, false]);
  expect(locksOf(films(true, true))).toEqual([false, false]);
  expect(locksOf([])).toEqual([]);
});

test.each([
  ['02_enclosed-space_entry.mp4', '02 enclosed space entry'],
  ['Fire Drill – part 1.final.mov', 'Fire Drill – part 1 final'],
  ['अग्निशमन.webm', 'अग्निशमन'],
  ['____.mp4', 'Video 3'],
  ['.mp4', 'Video 3'],
])('the title of %s is %s', (filename, title) => {
  expect(titleFrom(filename, 3)).toBe(title);
});
