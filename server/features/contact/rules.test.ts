import { expect, test } from 'vitest';
import { stateAfter } from './rules.ts';

test.each([
  ['answer', 'new', false, 'answered'],
  ['answer', 'closed', true, 'answered'],
  ['close', 'new', false, 'closed'],
  ['close', 'closed', false, undefined],
  ['reopen', 'new', false, undefined],
  ['reopen', 'answered', true, undefined],
  ['reopen', 'closed', true, 'answered'],
  ['reopen', 'closed', false, 'new'],
] as const)('to %s a message that is %s (answered before: %s) makes it %s', (action, state, isAnswered, after) =>
  expect(stateAfter(action, state, isAnswered)).toBe(after),
);
