import { expect, test } from 'vitest';
import { isStaff } from './roles.ts';

// shows: admin/guard
test.each([
  ['admin', true],
  ['registrar', true],
  ['instructor', true],
  ['learner', false],
  ['Admin', false],
  ['constructor', false],
  ['', false],
])('%s has access to the staff area: %s', (role, enters) => {
  expect(isStaff(role)).toBe(enters);
});
