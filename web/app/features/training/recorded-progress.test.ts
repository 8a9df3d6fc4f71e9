import { expect, test } from 'vitest';
import { issuedPassOf } from '../../../testing/offline-records.ts';
import { filmOf, trainingOf } from '../../../testing/records.ts';
import { newRecord, type OfflineRecord, withPlayed } from '../offline-records/record.ts';
import { type Recorded, unsentSeconds, withRecorded } from './recorded-progress.ts';
import { trainingSetOf } from './wire.ts';

const check = { _id: 'check', at: 10, question: null, answered: false };
const { films } = trainingSetOf(
  trainingOf([
    filmOf(1, {
      duration: 100,
      watched: [[0, 50]],
      watchedSeconds: 50,
      completed: false,
      locked: false,
      checks: [check],
    }),
    filmOf(2, { duration: 100, watched: [], watchedSeconds: 0, completed: false, locked: true }),
    filmOf(3, { duration: 100, watched: [], watchedSeconds: 0, completed: false, locked: true }),
  ]),
);
const [first] = films;

const states = (recorded: Partial<Recorded> | undefined) =>
  withRecorded(films, (id) =>
    id === first?.id && recorded ? { stretches: [], answered: new Set(), ...recorded } : undefined,
  ).map(({ watchedSeconds, completed, locked }) => [watchedSeconds, completed, locked]);

test('a film that was watched without a link, with its presence checks, opens the next one', () => {
  const answered = new Set(['check']);
  expect(states(undefined)[1]).toEqual([0, false, true]);
  expect(states({ stretches: [[50, 100]], answered })).toEqual([
    [100, true, false],
    [0, false, false],
    [0, false, true],
  ]);
  expect(states({ stretches: [[50, 100]] })[1]).toEqual([0, false, true]);
  expect(states({ stretches: [[50, 94]], answered }).slice(0, 2)).toEqual([
    [94, false, false],
    [0, false, true],
  ]);
});

test('what is shown as not sent is what will be credited: each second once, and none that is credited', () => {
  const [, second] = films;
  const replaced = filmOf(9)._id;
  const page = { id: 'page', wallClock: 1_795_000_000 };
  let clock = 0;
  const play = (record: OfflineRecord, filmId: string, from: number, to: number) => {
    const [began, ended] = [clock + 10, clock + 10 + to - from];
    clock = ended;
    const facts = { wallClock: page.wallClock + ended, rate: 1, visible: true, muted: false };
    return withPlayed(record, { page, filmId, part: { from, to, began, ended }, facts });
  };
  let record = newRecord('course', issuedPassOf([first?.id ?? '', second?.id ?? '', replaced]));
  expect(unsentSeconds(films, record)).toBe(0);
  // 50 seconds of it are credited, and the rest is played twice
  record = play(record, first?.id ?? '', 40, 60);
  record = play(record, first?.id ?? '', 55, 70);
  expect(unsentSeconds(films, record)).toBe(20);
  record = play(record, second?.id ?? '', 0, 33.4);
  record = play(record, second?.id ?? '', 10, 15.6);
  expect(unsentSeconds(films, record)).toBe(53);
  record = play(record, second?.id ?? '', 90, 104);
  expect(unsentSeconds(films, record)).toBe(67);
  record = play(record, replaced, 0, 5);
  record = play(record, replaced, 0, 5);
  expect(unsentSeconds(films, record)).toBe(72);
});
