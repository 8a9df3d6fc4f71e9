import { expect, it } from 'vitest';
import { newestByTitle } from './newest-by-title.ts';

// shows: rules/test-active-courses
it('keeps the newest course of each title, sorted by title', () => {
  const newestFirst = [
    { id: 'c', title: 'hazmat ' },
    { id: 'b', title: 'Food Handling' },
    { id: 'a', title: 'HAZMAT' },
  ];
  expect(newestByTitle(newestFirst).map(({ id }) => id)).toEqual(['b', 'c']);
  expect(newestByTitle([])).toEqual([]);
});
