import type { CourseKey } from './course.ts';

/** A learner who has taken a course aboard. */
type DemoAboard = {
  email: string;
  course: CourseKey;
  /** The film of which they have watched a part aboard, from 0; without it they have not come back. */
  plays?: number;
  /** The clock of the device was wrong by so many seconds. */
  clockBehindBy?: number;
  isWithdrawn?: true;
};

/** Courses aboard: one that was watched, one with a device whose clock was wrong, and one whose pass is withdrawn. */
export const demoAboard: readonly DemoAboard[] = [
  { email: 'jignesh.tandel@example.com', course: 'fire-prevention-and-fire-fighting', plays: 2 },
  { email: 'priya.fernandes@example.org', course: 'food-handling', plays: 1, clockBehindBy: 400 * 86_400 },
  { email: 'arokia.selvaraj@example.org', course: 'elementary-first-aid', isWithdrawn: true },
];
