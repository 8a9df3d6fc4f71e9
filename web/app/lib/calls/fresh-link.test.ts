import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mayHaveRunOut, meetLink } from './fresh-link.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const minutes = 60_000;

/** A link that expires so many minutes from now, by the server's clock. */
const linkOf = (left: number) =>
  `/api/uploads/id_documents/scan.pdf?expires=${(now + left * minutes) / 1000}&signature=x&for=y`;

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a link that a page has just received is fresh, for four minutes', () => {
  const link = linkOf(60);
  meetLink(link);
  expect(mayHaveRunOut(link)).toBe(false);
  vi.setSystemTime(now + 5 * minutes);
  meetLink(link);
  expect(mayHaveRunOut(link)).toBe(true);
});

test('a link that was kept on the device has run out by its own expiry, however new the page is', () => {
  const [kept, ending] = [linkOf(-1), linkOf(1)];
  meetLink(kept);
  meetLink(ending);
  expect([mayHaveRunOut(kept), mayHaveRunOut(ending)]).toEqual([true, false]);
  vi.setSystemTime(now + minutes);
  expect(mayHaveRunOut(ending)).toBe(true);
});

test('a link that the page never received may have run out, and a public one never does', () => {
  expect(mayHaveRunOut(linkOf(7))).toBe(true);
  expect(mayHaveRunOut('/api/uploads/courseImg/cover.webp')).toBe(false);
});
