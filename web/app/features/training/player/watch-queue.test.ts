import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../testing/storage.ts';
import { dropUnsent, keepUnsent, readUnsent } from './watch-queue.ts';

const asha = { person: 'asha', filmId: 'muster' };

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));

test('seconds are stored until they are dropped, separately for each film and each person', () => {
  expect(readUnsent(asha)).toBeUndefined();
  keepUnsent(asha, { stretches: [[0, 12]], position: 12 });
  keepUnsent({ ...asha, filmId: 'rafts' }, { stretches: [[3, 5]], position: 5 });
  expect(readUnsent(asha)).toEqual({ stretches: [[0, 12]], position: 12 });
  expect(readUnsent({ ...asha, person: 'ravi' })).toBeUndefined();
  dropUnsent(asha);
  expect(readUnsent(asha)).toBeUndefined();
  expect(readUnsent({ ...asha, filmId: 'rafts' })).toEqual({ stretches: [[3, 5]], position: 5 });
});

test('seconds stored by another tab are merged with this one’s, and no second counts twice', () => {
  keepUnsent(asha, { stretches: [[0, 20]], position: 20 });
  const all = keepUnsent(asha, {
    stretches: [
      [10, 30],
      [40, 45],
    ],
    position: 45,
  });
  expect(all).toEqual({
    stretches: [
      [0, 30],
      [40, 45],
    ],
    position: 45,
  });
  expect(readUnsent(asha)).toEqual(all);
});

test('a film that was opened and not played leaves nothing behind', () => {
  expect(keepUnsent(asha, { stretches: [], position: 7 })).toEqual({ stretches: [], position: 7 });
  expect(localStorage).toHaveLength(0);
});

test.each(['not json', 'null', '{"stretches":7}', '{}'])(
  '%s under the same name counts as nothing stored, and is overwritten',
  (text) => {
    localStorage.setItem('watched:asha:muster', text);
    expect(readUnsent(asha)).toBeUndefined();
    expect(keepUnsent(asha, { stretches: [[0, 2]], position: 2 })).toEqual({ stretches: [[0, 2]], position: 2 });
  },
);

test('a position that is not a number is the beginning', () => {
  localStorage.setItem('watched:asha:muster', '{"stretches":[[0,4]],"position":"where?"}');
  expect(readUnsent(asha)).toEqual({ stretches: [[0, 4]], position: 0 });
});
