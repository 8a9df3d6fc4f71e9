import type { Course } from '@fairlead/contract/courses';
import type { EnrolmentRequest, OwnEnrolment, Progress } from '@fairlead/contract/enrolments';
import type { Profile } from '@fairlead/contract/seafarers';
import { fullName } from '../accounts/full-name.ts';
import type { listOwnEnrolments, listProgress, PendingRow } from './queries.ts';
import { percentWatched } from './rules.ts';

type OwnRow = Awaited<ReturnType<typeof listOwnEnrolments>>[number];
type ProgressRow = Awaited<ReturnType<typeof listProgress>>[number];

export const toProgress = (row: ProgressRow): Progress => ({
  filmsCompleted: row.filmsCompleted,
  filmsTotal: row.filmsTotal,
  percent: percentWatched(row),
  trainingSubmitted: row.trainingSubmitted,
  testPassed: row.testPassed,
});

/** An enrolment as its learner sees it. */
export const toOwnEnrolment = (row: OwnRow, course: Course, progress: Progress): OwnEnrolment => ({
  _id: row.id,
  status: row.status,
  isActive: row.status === 'approved',
  requestedAt: row.requestedAt.toISOString(),
  courseId: course,
  progress,
});

/** A request as staff see it, with the profile that they check, if there is one. */
export const toRequest = (row: PendingRow, profile: Profile | null): EnrolmentRequest => ({
  _id: row.id,
  userId: { _id: row.accountId, email: row.email },
  userName: fullName(row),
  courseTitle: row.title,
  courseDescription: row.description,
  courseDuration: row.duration,
  coursePrice: row.price,
  courseCategory: row.category,
  isActive: row.status === 'approved',
  status: row.status,
  courseId: row.courseId,
  requestedAt: row.requestedAt.toISOString(),
  profile,
});
