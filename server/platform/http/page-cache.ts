import { LRUCache } from 'lru-cache';
import type { CacheUse } from '../uses.ts';
import type { Content } from './encodings.ts';
import { hitCounter } from './measures.ts';

/** A rendered page with its status and headers. */
export type StoredPage = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Content;
  /**
   * Until when the cache holds it, on the clock of `performance.now()`; 0 before it is stored and after it is removed.
   */
  keptUntil: number;
};

export type PageCache = {
  /**
   * Returns the page stored under `key`, or renders it; for each key, at most one rendering runs at a time. The result
   * is stored only if it has this status, 200 by default.
   */
  get: (key: string, render: () => Promise<StoredPage>, status?: number) => Promise<StoredPage>;
  /** Removes every page. A rendering that has already begun is still returned, but not stored. */
  invalidate: () => void;
  use: () => CacheUse;
};

/**
 * Caches whole pages for `ttl` milliseconds, with at most `maxBytes` of bodies including their compressed forms. A page
 * with another status is not stored, because there are endlessly many URLs of pages that do not exist.
 */
export function pageCache({ maxBytes, ttl }: { maxBytes: number; ttl: number }): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    ttl,
    sizeCalculation,
    // replaced by a newer one, invalidated, or evicted
    dispose: (page) => {
      page.keptUntil = 0;
    },
  });
  const { count, use } = hitCounter(pages);
  const keep = (key: string, page: StoredPage) => {
    pages.set(key, page);
    if (pages.has(key)) page.keptUntil = performance.now() + ttl;
  };
  let rendering = new Map<string, Promise<StoredPage>>();
  return {
    async get(key, render, status = 200) {
      const stored = pages.get(key);
      count(stored !== undefined);
      if (stored) return stored;
      const underWay = rendering;
      const running = underWay.get(key);
      if (running) return running;
      const page = render();
      underWay.set(key, page);
      try {
        const made = await page;
        if (made.status === status && underWay === rendering) keep(key, made);
        return made;
      } finally {
        underWay.delete(key);
      }
    },
    invalidate() {
      pages.clear();
      rendering = new Map();
    },
    use,
  };
}

/** The two compressed forms of a page together are smaller than half of it. */
function sizeCalculation({ body }: StoredPage, key: string): number {
  return Math.ceil(body.size * 1.5) + key.length + 1000;
}
