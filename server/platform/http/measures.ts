import type { FastifyInstance } from 'fastify';
import type { LRUCache } from 'lru-cache';
import type { CacheUse, QueueUse } from '../uses.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Each cache and queue of this process by its name, for `/metrics`. */
    caches: Map<string, () => CacheUse>;
    queues: Map<string, () => QueueUse>;
  }
}

/** To be called before anything that has a cache or a queue. */
export function collectMeasures(app: FastifyInstance): void {
  app.decorate('caches', new Map());
  app.decorate('queues', new Map());
}

/** Counts how often a cache has what it is asked for. */
export function hitCounter(cache: Pick<LRUCache<string, object>, 'size' | 'calculatedSize'>) {
  const counted = { hits: 0, misses: 0 };
  return {
    count: (isHit: boolean) => void (isHit ? counted.hits++ : counted.misses++),
    use: (): CacheUse => ({
      entries: cache.size,
      ...(cache.calculatedSize > 0 && { bytes: cache.calculatedSize }),
      ...counted,
    }),
  };
}
