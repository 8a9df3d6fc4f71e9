/**
 * The figures of a few small requests: milliseconds of each round trip, requests without an answer, bytes in a second.
 */
export type LinkFigures = { roundTrips: readonly number[]; lost: number; bytesPerSecond: number };

/** Whether a link is likely enough for small calls: `weak` is slow or breaks, `none` answers nothing. */
export type LinkQuality = 'good' | 'weak' | 'none';

/** Small files of the site, which neither the browser nor the service worker answers from its cache. */
const [small, larger] = ['/favicon.svg', '/icon-192.png'];
/** After this time a request counts as lost, in milliseconds. */
const patience = 10_000;
/** The slowest round trip in milliseconds, and the least bytes in a second, of a link that is good enough. */
const enough = { roundTrip: 2_500, bytesPerSecond: 1_000 };

/** Measures the link by three small requests, of some 6 kB together. It never rejects. */
export async function measureLink(): Promise<LinkQuality> {
  const figures = { roundTrips: [] as number[], lost: 0, bytesPerSecond: 0 };
  for (const path of [small, small, larger]) {
    const begun = performance.now();
    try {
      const response = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(patience) });
      const answered = performance.now();
      const { byteLength } = await response.arrayBuffer();
      if (path === larger) figures.bytesPerSecond = (byteLength * 1000) / Math.max(1, performance.now() - begun);
      else figures.roundTrips.push(answered - begun);
    } catch {
      figures.lost += 1;
      // the device itself says that there is no network
      if (!navigator.onLine) return 'none';
    }
  }
  return qualityOf(figures);
}

/**
 * The quality of a link by its figures. The first round trip has the connection's handshake in it, so the best one
 * counts.
 */
export function qualityOf({ roundTrips, lost, bytesPerSecond }: LinkFigures): LinkQuality {
  if (roundTrips.length === 0 && bytesPerSecond === 0) return 'none';
  const isFast = Math.min(...roundTrips) <= enough.roundTrip && bytesPerSecond >= enough.bytesPerSecond;
  return lost === 0 && isFast ? 'good' : 'weak';
}
