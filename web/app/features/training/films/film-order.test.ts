import { expect, test } from 'vitest';
import { movedTo } from './film-order.ts';

const films = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const ids = (id: string, to: number) =>
  movedTo(films, id, to)
    .map((film) => film.id)
    .join('');

test('one film moves, the others keep their order', () => {
  expect(ids('b', 0)).toBe('bacd');
  expect(ids('b', 2)).toBe('acbd');
  expect(ids('a', 3)).toBe('bcda');
  expect(ids('c', 2)).toBe('abcd');
});

test('an invalid position, and an unknown film, lose nothing', () => {
  expect(ids('d', 9)).toBe('abcd');
  expect(ids('b', -1)).toBe('bacd');
  expect(ids('x', 0)).toBe('abcd');
});
