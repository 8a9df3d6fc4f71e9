import type { Progress } from '../../../lib/calls/transport.ts';

type Sample = { at: number; sent: number };

/** Speed and time left of an upload; `samples` are the measurements that they are based on. */
export type Pace = Progress & {
  samples: readonly Sample[];
  /** Undefined until there are enough measurements. */
  bytesPerSecond: number | undefined;
  secondsLeft: number | undefined;
};

/** The speed is measured over the last seconds: a link at sea changes, and older values say nothing. */
const windowMs = 10_000;
const soonestMs = 1000;

/**
 * The pace of an upload after `progress` was reported at `at` (milliseconds).
 *
 * @param before the pace until then; undefined at the start.
 */
export function paceAfter(before: Pace | undefined, { sent, total }: Progress, at: number): Pace {
  const known = (before?.samples ?? []).filter((sample) => sample.at >= at - windowMs);
  const samples = [...known, { at, sent }];
  const first = samples[0] as Sample;
  const elapsed = at - first.at;
  const bytesPerSecond = elapsed >= soonestMs ? ((sent - first.sent) / elapsed) * 1000 : before?.bytesPerSecond;
  const secondsLeft = bytesPerSecond ? (total - sent) / bytesPerSecond : undefined;
  return { sent, total, samples, bytesPerSecond, secondsLeft };
}
