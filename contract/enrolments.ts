import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { Course } from './courses.ts';
import { Decisions, many } from './decisions.ts';
import { Profile } from './seafarers.ts';
import { ByCourse, ById, Days, data, Id, Instant, ListQuery, Message, saved, sortedBy } from './shapes.ts';

export const enrolmentStatuses = ['pending', 'approved', 'rejected'] as const;

/** A learner's progress, as proved by the server. */
export const Progress = z.object({
  filmsCompleted: z.number(),
  filmsTotal: z.number(),
  /** 0 to 100: the watched share of the training's running time, as a whole number. */
  percent: z.number(),
  trainingSubmitted: z.boolean(),
  testPassed: z.boolean(),
});
export type Progress = z.infer<typeof Progress>;

/** A learner's own enrolment, with its course. */
export const OwnEnrolment = z.object({
  _id: Id,
  status: z.enum(enrolmentStatuses),
  isActive: z.boolean(),
  requestedAt: Instant,
  courseId: Course,
  progress: Progress,
});
export type OwnEnrolment = z.infer<typeof OwnEnrolment>;

/** An enrolment request as staff see it: the person, the course, and the profile whose documents they check. */
export const EnrolmentRequest = z.object({
  _id: Id,
  userId: z.object({ _id: Id, email: z.string() }),
  userName: z.string(),
  courseTitle: z.string(),
  courseDescription: z.string(),
  courseDuration: z.string(),
  coursePrice: z.number(),
  courseCategory: z.string(),
  isActive: z.boolean(),
  status: z.enum(enrolmentStatuses),
  courseId: Id,
  requestedAt: Instant,
  profile: z.nullable(Profile),
});
export type EnrolmentRequest = z.infer<typeof EnrolmentRequest>;

/**
 * The version of the person's profile that staff saw before they accepted: the time of its last change (`updatedAt`),
 * or `none`. With it, the acceptance is refused if the profile has changed since.
 */
const SeenBeforeAcceptance = z.object({ profileSeenAt: z.optional(z.union([Instant, z.literal('none')])) });

/**
 * The status of the enrolment that staff saw when they rejected it. With it, the rejection is refused if a colleague
 * has accepted the request since; without it, the rejection also revokes an acceptance.
 */
const SeenBeforeRejection = z.object({ statusSeen: z.optional(z.enum(['pending', 'approved'])) });

/** Filters for requests: by course and by day; sorted with the oldest first by default. */
export const RequestsQuery = z.extend(z.extend(ListQuery, Days.shape), {
  sort: sortedBy(['oldest', 'newest']),
  course: z.optional(Id),
});
export type RequestsQuery = z.infer<typeof RequestsQuery>;

export const enrolments = {
  request: {
    method: 'POST',
    path: '/userCourses',
    who: 'learner',
    body: ByCourse,
    status: 201,
    reply: saved(OwnEnrolment),
  },
  listOwn: { method: 'GET', path: '/userCourses/user', who: 'learner', reply: z.array(OwnEnrolment) },
  listPending: {
    method: 'GET',
    path: '/userCourses/inactive',
    who: 'enrolments:decide',
    query: RequestsQuery,
    reply: z.array(EnrolmentRequest),
    table: { name: 'enrollment-requests' },
  },
  accept: {
    method: 'PUT',
    path: '/userCourses/activate/:id',
    who: 'enrolments:decide',
    params: ById,
    query: SeenBeforeAcceptance,
    reply: Message,
  },
  reject: {
    method: 'PUT',
    path: '/userCourses/deactivate/:id',
    who: 'enrolments:decide',
    params: ById,
    query: SeenBeforeRejection,
    reply: Message,
  },
  acceptMany: {
    method: 'POST',
    path: '/userCourses/activate',
    who: 'enrolments:decide',
    body: z.object({ requests: many(z.extend(ById, SeenBeforeAcceptance.shape)) }),
    reply: data(Decisions),
  },
  rejectMany: {
    method: 'POST',
    path: '/userCourses/deactivate',
    who: 'enrolments:decide',
    body: z.object({ requests: many(z.extend(ById, SeenBeforeRejection.shape)) }),
    reply: data(Decisions),
  },
} as const satisfies Calls;
