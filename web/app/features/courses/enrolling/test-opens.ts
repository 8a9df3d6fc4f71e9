import type { Course } from '../wire.ts';

/** How a course is held for a learner: what decides when its test opens. */
export type Held = {
  format: Course['format'];
  /** Whether its training has videos or packages. */
  hasItems: boolean;
};

/**
 * When the test of a course opens, as a sentence for its learner: the one place that says so, so that no page
 * contradicts another.
 *
 * @param hasDates whether the learner is in a batch, or has to be.
 */
export function whenTestOpens({ format, hasItems }: Held, hasDates: boolean): string {
  if (hasItems && format !== 'classroom') {
    return format === 'both' || hasDates
      ? 'Complete the training in order and attend your classes. The test opens on their last day.'
      : 'Complete the training in order. The test opens when you submit it.';
  }
  if (hasDates) return 'The test opens on the last day of your classes.';
  return format === 'online'
    ? 'This course has no videos or packages. The academy opens its test for you.'
    : 'The test opens when the academy has marked your attendance.';
}
