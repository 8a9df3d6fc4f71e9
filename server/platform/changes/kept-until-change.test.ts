import { expect, test } from 'vitest';
import type { Changes } from './changes.ts';
import { keptUntilChange } from './kept-until-change.ts';

/** A program, and how something changes in it. */
function program() {
  const forget: (() => void)[] = [];
  const changes = { on: (_topic: string, one: () => void) => void forget.push(one) } as unknown as Changes;
  return { changes, change: () => forget.forEach((one) => void one()) };
}

test('is kept until the next change, by each program for itself', () => {
  const keptIn = keptUntilChange<{ title: string }>('public-pages', 10);
  const [one, other] = [program(), program()];
  keptIn(one.changes).set('a', { title: 'Fire' });
  expect(keptIn(one.changes).get('a')).toEqual({ title: 'Fire' });
  expect(keptIn(other.changes).get('a')).toBeUndefined();
  keptIn(other.changes).set('a', { title: 'Rafts' });
  one.change();
  expect(keptIn(one.changes).get('a')).toBeUndefined();
  expect(keptIn(other.changes).get('a')).toEqual({ title: 'Rafts' });
});

test('what was read before a change is not kept when it arrives after it', () => {
  const keptIn = keptUntilChange<{ title: string }>('public-pages', 10);
  const { changes, change } = program();
  const before = keptIn(changes);
  change();
  before.set('a', { title: 'old' });
  expect(keptIn(changes).get('a')).toBeUndefined();
});
