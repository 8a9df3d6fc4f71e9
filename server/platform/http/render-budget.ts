import { LRUCache } from 'lru-cache';

/** How many renderings may be asked for at once, and how many a second after that. */
type Rate = { burst: number; perSecond: number };

/** What one network may have rendered, and all together. */
export type Rates = { network: Rate; together: Rate };

type Bucket = { left: number; at: number };

/** So many networks are told apart; one that was forgotten starts again with its burst. */
const networks = 10_000;

/**
 * Rations what is rendered for one request alone: a rendering takes 5 to 10 ms of the one thread that answers everybody.
 * A network has its share, so that one cannot take what is there for all, and all together have theirs.
 *
 * @param now milliseconds of a clock that never goes back.
 * @returns a function that takes one rendering for a network, and returns the seconds after which to try again when none
 * is left, or else 0.
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
