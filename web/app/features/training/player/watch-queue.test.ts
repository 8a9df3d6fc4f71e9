import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../testing/storage.ts';
import { dropUnsent, keepUnsent, readUnsent } from './watch-queue.ts';

const asha = { person: 'asha', courseId: 'hazmat', filmId: 'muster' };

// In Node there is no IndexedDB, so that these run as in a browser which refuses it; kept-store.browser.test.tsx has
// both.
beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));

test('seconds are stored until they are dropped, separately for each film and each person', async () => {
  expect(await readUnsent(asha)).toBeUndefined();
  await keepUnsent(asha, { stretches: [[0, 12]], position: 12, answers: {} });
  await keepUnsent({ ...asha, filmId: 'rafts' }, { stretches: [[3, 5]], position: 5, answers: {} });
  expect(await readUnsent(asha)).toEqual({ stretches: [[0, 12]], position: 12, answers: {} });
  expect(await readUnsent({ ...asha, person: 'ravi' })).toBeUndefined();
  await dropUnsent(asha);
  expect(await readUnsent(asha)).toBeUndefined();
  expect(await readUnsent({ ...asha, filmId: 'rafts' })).toEqual({ stretches: [[3, 5]], position: 5, answers: {} });
});

test('seconds stored by another tab are merged with this one’s, and no second counts twice', async () => {
  await keepUnsent(asha, { stretches: [[0, 20]], position: 20, answers: {} });
  const all = {
    stretches: [
      [0, 30],
      [40, 45],
    ],
    position: 45,
    answers: {},
  };
  await keepUnsent(asha, {
    stretches: [
      [10, 30],
      [40, 45],
    ],
    position: 45,
    answers: {},
  });
  expect(await readUnsent(asha)).toEqual(all);
});

test('a film that was opened and not played leaves nothing behind', async () => {
  expect(await keepUnsent(asha, { stretches: [], position: 7, answers: {} })).toBe('browser');
  expect(localStorage).toHaveLength(0);
});

test.each(['not json', 'null', '{"stretches":7}', '{"stretches":[7]}', '{}'])(
  '%s under the same name counts as nothing stored, and is overwritten',
  async (text) => {
    localStorage.setItem('watched:asha:muster', text);
    expect(await readUnsent(asha)).toBeUndefined();
    await keepUnsent(asha, { stretches: [[0, 2]], position: 2, answers: {} });
    expect(await readUnsent(asha)).toEqual({ stretches: [[0, 2]], position: 2, answers: {} });
  },
);

test('a position that is not a number is the beginning', async () => {
  localStorage.setItem('watched:asha:muster', '{"stretches":[[0,4]],"position":"where?"}');
  expect(await readUnsent(asha)).toEqual({ stretches: [[0, 4]], position: 0, answers: {} });
});
