import { beforeEach, expect, test, vi } from 'vitest';
import { claimKeptRequest, dropKeptRequest, keepRequest, keptRequestOf, unclaimedRequest } from './kept-request.ts';

const request = { courseId: 'a course', title: 'HAZMAT', from: '/courses?q=haz', email: null };
const [asha, binu] = ['asha@example.org', 'binu@example.org'];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

test('a request that nobody has claimed belongs for half an hour to who logs in', () => {
  keepRequest(request);
  expect(keptRequestOf(undefined)).toBeNull();
  expect(keptRequestOf(asha)).toEqual(request);
  expect(unclaimedRequest()).toEqual(request);
  vi.advanceTimersByTime(30 * 60_000);
  expect(keptRequestOf(asha)).toBeNull();
  expect(unclaimedRequest()).toBeNull();
});

test('a claimed request belongs to that person for a month, and to nobody else', () => {
  keepRequest(request);
  expect(claimKeptRequest('Asha@example.org')).toEqual(request);
  expect(claimKeptRequest(binu)).toBeNull();
  expect(keptRequestOf(binu)).toBeNull();
  expect(unclaimedRequest()).toBeNull();
  vi.advanceTimersByTime(29 * 24 * 3600_000);
  expect(keptRequestOf(asha)).toEqual({ ...request, email: asha });
  vi.advanceTimersByTime(24 * 3600_000);
  expect(keptRequestOf(asha)).toBeNull();
});

test('a request that was sent or given up is gone', () => {
  keepRequest({ ...request, email: asha });
  dropKeptRequest();
  expect(keptRequestOf(asha)).toBeNull();
});

test('the capitals of an email address make no difference', () => {
  keepRequest({ ...request, email: 'Asha@Example.org' });
  expect(keptRequestOf('ASHA@example.org')).toEqual({ ...request, email: asha });
});
