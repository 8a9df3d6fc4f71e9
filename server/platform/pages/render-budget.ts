import { LRUCache } from 'lru-cache';

/** How many renderings may be requested at once, and how many per second after that. */
type Rate = { burst: number; perSecond: number };

/** The limits for one network, and for all networks together. */
export type Rates = { network: Rate; together: Rate };

type Bucket = { left: number; at: number };
/** `used`: how many renderings it has had in the last minute or so; earlier ones count less and less. */
type Network = Bucket & { used: number };

/** After this time, in seconds, a rendering counts for a third of one. */
const memory = 60;

/** The maximum number of networks that are tracked; one that was dropped starts again with its full burst. */
const networks = 10_000;

/**
 * Limits renderings for a single request, because each takes 5 to 10 ms of the one thread that answers everybody. Each
 * network has a limit, and all networks together have another, which is shared fairly: nobody is served who has used
 * more than is left for all. So those who use most are refused first, and of any number of networks that request as
 * many as they can, each gets the same share, with one share left for those who request less.
 *
 * @param now milliseconds of a monotonic clock.
 * @returns a function that takes one rendering for a network. It returns 0, or the seconds to wait before a retry when
 *   none is left.
 */
export function renderBudget(
  { network, together }: Rates,
  now: () => number = () => performance.now(),
): (from: string) => number {
  const buckets = new LRUCache<string, Network>({ max: networks });
  const all: Bucket = { left: together.burst, at: now() };
  return (from) => {
    const own = buckets.get(from) ?? { left: network.burst, at: now(), used: 0 };
    buckets.set(from, own);
    own.used *= Math.exp((own.at - now()) / 1000 / memory);
    refill(own, network, now());
    refill(all, together, now());
    const wait = Math.max(untilLeft(1, own, network), untilLeft(Math.max(1, own.used), all, together));
    if (wait > 0) return Math.ceil(wait);
    own.used += 1;
    own.left -= 1;
    all.left -= 1;
    return 0;
  };
}

function refill(bucket: Bucket, { burst, perSecond }: Rate, now: number): void {
  bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
  bucket.at = now;
}

/** Seconds until a bucket has so many left. */
const untilLeft = (wanted: number, { left }: Bucket, { perSecond }: Rate): number =>
  left >= wanted ? 0 : (wanted - left) / perSecond;
