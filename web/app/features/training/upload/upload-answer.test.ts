import { expect, test } from 'vitest';
import { meaningOf } from './upload-answer.ts';

test.each([200, 204, 404, 410])('%i is about an upload if the program says it, and not if a proxy does', (status) => {
  expect(meaningOf(status, true)).toBe('told');
  expect(meaningOf(status, false)).toBe('lost');
});

test.each([0, 409, 423, 500, 502, 503, 504])('%i is worth another try, no matter who says it', (status) => {
  expect(meaningOf(status, true)).toBe('lost');
  expect(meaningOf(status, false)).toBe('lost');
});

test.each([400, 401, 403, 413, 429])('%i is a refusal', (status) => {
  expect(meaningOf(status, true)).toBe('refused');
  expect(meaningOf(status, false)).toBe('refused');
});
