import { describe, expect, test } from 'vitest';
import { contentOf } from './encodings.ts';
import { pageCache, type StoredPage } from './page-cache.ts';

const page = (text: string, status = 200): StoredPage => ({
  status,
  headers: {},
  etag: text,
  body: contentOf(text, text),
  keptUntil: 0,
});
const cacheOf = (maxBytes = 1_000_000) => pageCache({ maxBytes, ttl: 60_000 });

describe('the page cache', () => {
  test('contains no more bytes than its limit', async () => {
    const cache = cacheOf(100_000);
    let renderings = 0;
    const ask = (i: number) =>
      cache.get(`/courses?q=${i}`, async () => {
        renderings += 1;
        return page('x'.repeat(1000));
      });
    for (let i = 0; i < 100; i++) await ask(i);
    for (let i = 0; i < 100; i++) await ask(i);
    expect(renderings).toBe(200);
    await ask(99);
    expect(renderings).toBe(200);
  });

  test('does not store what was rendered before a change', async () => {
    const cache = cacheOf();
    const started = Promise.withResolvers<StoredPage>();
    const old = cache.get('/', () => started.promise);
    cache.invalidate();
    const fresh = cache.get('/', async () => page('new'));
    started.resolve(page('old'));
    expect((await old).etag).toBe('old');
    expect((await fresh).etag).toBe('new');
    expect((await cache.get('/', async () => page('newest'))).etag).toBe('new');
  });

  test('reports until when a page is cached, and when it is no longer', async () => {
    const cache = cacheOf();
    const kept = await cache.get('/', async () => page('kept'));
    expect(kept.keptUntil).toBeGreaterThan(performance.now());
    cache.invalidate();
    expect(kept.keptUntil).toBe(0);
    expect((await cache.get('/', async () => page('500', 500))).keptUntil).toBe(0);
  });

  test('does not store a failure', async () => {
    const cache = cacheOf();
    await expect(cache.get('/', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect((await cache.get('/', async () => page('500', 500))).status).toBe(500);
    expect((await cache.get('/', async () => page('up'))).status).toBe(200);
  });
});
