import { beforeEach, expect, test, vi } from 'vitest';
import { keepAll, whereRoom } from './page-cache.ts';

/** What is cached, by path. */
let cached: Map<string, Response>;
const put = async (path: string, response: Response) => void cached.set(path, response);

/**
 * A site whose server answers with these status codes, and with 200 for any other path; 0 is a network that is lost.
 */
function siteOf(answers: Record<string, number>, store = put): void {
  vi.stubGlobal('location', new URL('https://academy.test/aboard'));
  vi.stubGlobal('caches', {
    open: async () => ({ put: store, match: async (path: string) => cached.get(path), keys: async () => [] }),
  });
  vi.stubGlobal('fetch', async (asked: URL | string) => {
    const status = answers[new URL(asked, location.origin).pathname] ?? 200;
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response('<script src="/assets/entry.js">', { status });
  });
}

beforeEach(() => {
  cached = new Map();
});

test('pages are cached with their files', async () => {
  siteOf({});
  expect(await keepAll(['/fees', '/api/log/keys'])).toEqual({ outcome: 'kept' });
  expect([...cached.keys()].sort()).toEqual(['/api/log/keys', '/assets/entry.js', '/fees']);
});

test.each([
  ['a page that is gone', { '/fees': 404 }, '/fees'],
  ['a list that fails', { '/api/log/keys': 500 }, '/api/log/keys'],
  ['a file of a page', { '/assets/entry.js': 404 }, '/assets/entry.js'],
])('%s is not counted as cached, and named', async (_, answers, path) => {
  siteOf(answers);
  expect(await keepAll(['/fees', '/api/log/keys'])).toEqual({ outcome: 'refused', path });
  expect(cached.has(path)).toBe(false);
});

test.each([429, 502, 503, 504])('a server that is away for a moment, %d, counts as a lost network', async (status) => {
  siteOf({ '/api/log/keys': status, '/assets/entry.js': status });
  expect(await keepAll(['/fees', '/api/log/keys'])).toEqual({ outcome: 'lost' });
  expect(cached.size).toBe(0);
});

test('a lost network is told from a browser without space', async () => {
  siteOf({ '/fees': 0 });
  expect(await keepAll(['/fees', '/profile'])).toEqual({ outcome: 'lost' });
  expect(cached.has('/profile')).toBe(true);
  siteOf({}, async () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await keepAll(['/fees'])).toEqual({ outcome: 'full' });
});

test('a copy for which there is no space costs nobody the answer, and other faults are seen', async () => {
  await expect(whereRoom(Promise.reject(new DOMException('full', 'QuotaExceededError')))).resolves.toBeUndefined();
  await expect(whereRoom(Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});
