import { mostPackPeople } from '@fairlead/contract/inspection-packs/calls';
import { expect, test } from 'vitest';
import { demandPackable } from './rules.ts';

test('a pack has one person at least, and 2,000 at most', () => {
  expect(() => demandPackable(0)).toThrow('Nobody was trained, tested or certified then.');
  for (const people of [1, mostPackPeople]) expect(() => demandPackable(people)).not.toThrow();
  expect(() => demandPackable(mostPackPeople + 1)).toThrow('These are more than 2,000 people.');
});
