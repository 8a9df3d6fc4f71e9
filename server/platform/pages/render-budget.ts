import { LRUCache } from 'lru-cache';

/** How many renderings may be requested at once, and how many per second after that. */
type Rate = { burst: number; perSecond: number };

/** The limits for one network, and for all networks together. */
export type Rates = { network: Rate; together: Rate };

type Bucket = { left: number; at: number };

/** The maximum number of networks that are tracked; one that was dropped starts again with its full burst. */
const networks = 10_000;

/**
 * Limits renderings for a single request, because each takes 5 to 10 ms of the one thread that answers everybody. Each
 * network has a limit, so that one cannot use up the whole capacity, and all networks together have another.
 *
 * @param now milliseconds of a monotonic clock.
 * @returns a function that takes one rendering for a network. It returns 0, or the seconds to wait before a retry when
 *   none is left.
 */
export function renderBudget(
  { network, together }: Rates,
  now: () => number = () => performance.now(),
): (from: string) => number {
  const buckets = new LRUCache<string, Bucket>({ max: networks });
  const all: Bucket = { left: together.burst, at: now() };
  return (from) => {
    const own = buckets.get(from) ?? { left: network.burst, at: now() };
    buckets.set(from, own);
    refill(own, network, now());
    refill(all, together, now());
    const wait = Math.max(untilNext(own, network), untilNext(all, together));
    if (wait > 0) return Math.ceil(wait);
    own.left -= 1;
    all.left -= 1;
    return 0;
  };
}

function refill(bucket: Bucket, { burst, perSecond }: Rate, now: number): void {
  bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
  bucket.at = now;
}

const untilNext = ({ left }: Bucket, { perSecond }: Rate): number => (left >= 1 ? 0 : (1 - left) / perSecond);
