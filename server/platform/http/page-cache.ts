import { LRUCache } from 'lru-cache';
import type { Content } from './encodings.ts';

/** A rendered page with everything it is sent with. */
export type StoredPage = {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body: Content;
  /** Until when the cache holds it, on the clock of `performance.now()`; 0 once it does not, and before it does. */
  keptUntil: number;
};

export type PageCache = {
  /**
   * The stored page under `key`, or what `render` makes of it; at most one rendering of a key runs at a time. What is
   * made is stored when it has this status, 200 when none is said.
   */
  get: (key: string, render: () => Promise<StoredPage>, status?: number) => Promise<StoredPage>;
  /** Forgets every page. A rendering that has already begun is still answered with, and not kept. */
  invalidate: () => void;
};

/**
 * Keeps whole pages for `ttl` milliseconds, within `maxBytes` of bodies, their compressed forms reckoned in.
 * A page of another status than its key is to have is not kept: addresses of what does not exist are without number.
 */
export function pageCache({ maxBytes, ttl }: { maxBytes: number; ttl: number }): PageCache {
  const pages = new LRUCache<string, StoredPage>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 8),
    ttl,
    sizeCalculation,
    // left behind by a newer one, by a change, or for want of room
    dispose: (page) => {
      page.keptUntil = 0;
    },
  });
  const keep = (key: string, page: StoredPage) => {
    pages.set(key, page);
    if (pages.has(key)) page.keptUntil = performance.now() + ttl;
  };
  let rendering = new Map<string, Promise<StoredPage>>();
  return {
    async get(key, render, status = 200) {
      const stored = pages.get(key);
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
  };
}

/** Both compressed forms of a page come to less than half of it. */
function sizeCalculation({ body }: StoredPage, key: string): number {
  return Math.ceil(body.size * 1.5) + key.length + 1000;
}
