import type { EnrolmentRequest, OwnEnrolment } from '@fairlead/contract/enrolments';
import { notFound } from '../../errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { listCoursesById } from '../courses/queries.ts';
import { toCourse } from '../courses/wire.ts';
import { listProfilesOf } from '../seafarers/queries.ts';
import { toProfile } from '../seafarers/wire.ts';
import { listOwnEnrolments, listProgress, type PendingRow } from './queries.ts';
import { toOwnEnrolment, toProgress, toRequest } from './wire.ts';

type OwnRow = Awaited<ReturnType<typeof listOwnEnrolments>>[number];
type With = Pick<Platform, 'db' | 'files'>;

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** A learner's enrolments with their courses and progress, in three queries regardless of their number. */
export async function presentOwnEnrolments({ db, files }: With, rows: readonly OwnRow[]): Promise<OwnEnrolment[]> {
  const courses = byId(await listCoursesById(db, [...new Set(rows.map((row) => row.courseId))]));
  const progress = byId(
    await listProgress(
      db,
      rows.map((row) => row.id),
    ),
  );
  return rows.flatMap((row) => {
    const [course, far] = [courses.get(row.courseId), progress.get(row.id)];
    return course && far ? [toOwnEnrolment(row, toCourse(files, course), toProgress(far))] : [];
  });
}

/** @throws AppError `not-found` when the learner has no open enrolment for the course. */
export async function getOwnEnrolment(platform: With, accountId: string, courseId: string): Promise<OwnEnrolment> {
  const rows = await listOwnEnrolments(platform.db, accountId, courseId);
  const [own] = await presentOwnEnrolments(platform, rows);
  if (!own) throw notFound('You are not enrolled in this course.');
  return own;
}

/** Requests with the profiles of the learners, in one additional query. */
export async function presentRequests({ db, files }: With, rows: readonly PendingRow[]): Promise<EnrolmentRequest[]> {
  const profiles = byId(await listProfilesOf(db, [...new Set(rows.map((row) => row.accountId))]));
  return rows.map((row) => {
    const profile = profiles.get(row.accountId);
    return toRequest(row, profile ? toProfile(files, profile) : null);
  });
}
