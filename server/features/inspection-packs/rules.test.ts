import { mostPackPeople } from '@fairlead/contract/inspection-packs/calls';
import { expect, test } from 'vitest';
import { requirePackable } from './rules.ts';

test('a pack has one person at least, and 2,000 at most', () => {
  expect(() => requirePackable(0)).toThrow('Nobody was trained, tested or certified then.');
  for (const people of [1, mostPackPeople]) expect(() => requirePackable(people)).not.toThrow();
  expect(() => requirePackable(mostPackPeople + 1)).toThrow('These are more than 2,000 people.');
});
