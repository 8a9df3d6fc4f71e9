import type { EnrolmentRequest, OwnEnrolment, OwnStandings } from '@fairlead/contract/enrolments/calls';
import { dayAt } from '../../platform/calendar.ts';
import { notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCourses } from '../courses/index.ts';
import { presentRequestFees, toFeeSummary } from '../fees/index.ts';
import { findWarnings, hasProfile, listProfilesOf, toProfile } from '../seafarers/index.ts';
import { findEligibility } from './eligibility.ts';
import { findOwnEnrolment, listOwnStandings, type OwnRow, type RequestRow } from './queries.ts';
import { type Now, toOwnEnrolment, toRequest, toStanding } from './wire.ts';

type With = Pick<Platform, 'db' | 'files' | 'clock' | 'config' | 'changes'>;

const nowOf = ({ clock, config }: With): Now => ({ today: dayAt(clock(), config.timeZone), now: clock() });

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

/** A learner's enrolments with their courses and rules, in one query at most, regardless of their number. */
export async function presentOwnEnrolments(platform: With, rows: readonly OwnRow[]): Promise<OwnEnrolment[]> {
  const now = nowOf(platform);
  const courseIds = rows.map((row) => row.courseId);
  const courses = await readCourses(platform, courseIds, now.today);
  return rows.flatMap((row) => {
    const course = courses.get(row.courseId);
    return course ? [{ ...toOwnEnrolment(row, course, now), fee: row.fee && toFeeSummary(row.fee) }] : [];
  });
}

/** @throws AppError `not-found` when the learner has no open enrolment for the course. */
export async function getOwnEnrolment(platform: With, accountId: string, courseId: string): Promise<OwnEnrolment> {
  const row = await findOwnEnrolment(platform.db, accountId, courseId);
  const [own] = await presentOwnEnrolments(platform, row ? [row] : []);
  if (!own) throw notFound('You are not enrolled in this course.');
  return own;
}

/** A learner's standing in each of their courses, in one query, and another for somebody who is in none. */
export async function presentOwnStandings(platform: With, accountId: string): Promise<OwnStandings> {
  const now = nowOf(platform);
  const rows = await listOwnStandings(platform.db, accountId);
  const [first] = rows;
  return {
    hasProfile: first ? first.profileChangedAt !== null : await hasProfile(platform.db, accountId),
    enrolments: rows.map((row) => ({ ...toStanding(row, now), courseId: row.courseId })),
  };
}

/**
 * Requests with the profiles of the learners and the warnings about them, and the fees for those who may read them.
 *
 * @param reader who gets them; other accounts are named to those alone who may read people.
 */
export async function presentRequests(
  platform: With,
  rows: readonly RequestRow[],
  reader: Actor,
): Promise<EnrolmentRequest[]> {
  const { db, files } = platform;
  const profiles = byId(await listProfilesOf(db, [...new Set(rows.map((row) => row.accountId))]));
  const warningsOf = await findWarnings(platform, [...profiles.values()], reader);
  const { today } = nowOf(platform);
  const [accountIds, courseIds] = [rows.map((row) => row.accountId), rows.map((row) => row.courseId)];
  const lacks = await findEligibility(db, platform, { accountIds, courseIds });
  const fees = await presentRequestFees({ db, files }, reader.may('fees:read') ? rows.map((row) => row.id) : []);
  return rows.map((row) => {
    const profile = profiles.get(row.accountId);
    const fee = fees.get(row.id) ?? null;
    const eligibility = lacks(row);
    if (!profile) return { ...toRequest(row, { profile: null, warnings: [], eligibility, today }), fee };
    const warnings = warningsOf(profile, row.batch?.lastDay ?? null);
    return { ...toRequest(row, { profile: toProfile(files, profile), warnings, eligibility, today }), fee };
  });
}
