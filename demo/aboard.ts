import type { CourseKey } from './course.ts';

/** A learner who has taken a course aboard. */
type DemoAboard = {
  email: string;
  course: CourseKey;
  /** The film of which they have watched a part aboard, from 0; without it they have not come back. */
  plays?: number;
  /** The clock of the device was wrong by so many seconds. */
  clockBehindBy?: number;
  /** What they watched came ashore as a file in the ship's email, which the instructor uploads. */
  asFile?: true;
  isWithdrawn?: true;
};

/**
 * Courses aboard: one that was watched and came as a file, one with a device whose clock was wrong, and one whose pass
 * is withdrawn.
 */
export const demoAboard: readonly DemoAboard[] = [
  { email: 'jignesh.tandel@example.com', course: 'fire-prevention-and-fire-fighting', plays: 2, asFile: true },
  { email: 'priya.fernandes@example.org', course: 'food-handling', plays: 1, clockBehindBy: 400 * 86_400 },
  { email: 'arokia.selvaraj@example.org', course: 'elementary-first-aid', isWithdrawn: true },
];
