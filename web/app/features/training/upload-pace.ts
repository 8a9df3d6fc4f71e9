import type { Progress } from '../../lib/transport.ts';

type Sample = { at: number; sent: number };

/** How an upload goes; `samples` are what it is reckoned from. */
export type Pace = Progress & {
  samples: readonly Sample[];
  /** Undefined until enough has been seen. */
  bytesPerSecond: number | undefined;
  secondsLeft: number | undefined;
};

/** The speed is that of the last seconds: a link at sea changes, and what was an hour ago tells nothing. */
const windowMs = 10_000;
const soonestMs = 1000;

/**
 * How an upload goes once `progress` was heard of at `at` (milliseconds).
 *
 * @param before what was known until then; undefined at its beginning.
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
