import { expect, test } from 'vitest';
import { filmOf, trainingOf } from '../../../testing/records.ts';
import { type Recorded, withRecorded } from './recorded-progress.ts';
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
