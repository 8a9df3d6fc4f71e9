import { completeShare } from '@fairlead/contract/training/film-completion';
import { type Stretch, secondsIn, union } from './watched-stretches.ts';

/** A player reports its time late, by up to this many seconds. */
const late = 1;

/**
 * What is known of the part of a film before a check: `answeredUntil` is the moment of the last one that was answered.
 */
type Known = { played: readonly Stretch[]; answeredUntil: number; duration: number };

/**
 * Whether a film was watched up to `at`, but for what may be skipped, and otherwise from where it is to be watched; all
 * in seconds. Up to a check that was answered it was watched, perhaps on another device.
 */
export function watchedUpTo(at: number, { played, answeredUntil, duration }: Known): { enough: boolean; from: number } {
  const before = union([[0, answeredUntil], ...played])
    .filter(([from]) => from < at)
    .map(([from, to]): Stretch => [from, Math.min(to, at)]);
  const [first] = before;
  return {
    enough: at - secondsIn(before) <= Math.max(late, duration * (1 - completeShare)),
    from: first && first[0] <= late ? first[1] : 0,
  };
}
