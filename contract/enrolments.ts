import { z } from 'zod/mini';
import type { Calls } from './call.ts';
import { Course } from './courses.ts';
import { Decisions, many } from './decisions.ts';
import { Profile } from './seafarers.ts';
import { ByCourse, ById, Days, data, Id, Instant, ListQuery, Message, saved, sortedBy } from './shapes.ts';

export const enrolmentStatuses = ['pending', 'approved', 'rejected'] as const;

/** How far a learner is, proved by the server. */
export const Progress = z.object({
  filmsCompleted: z.number(),
  filmsTotal: z.number(),
  /** 0 to 100, the watched share of the training's running time, whole. */
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

/** A request as staff see it: the person, the course, and the profile whose documents they check. */
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
 * What staff saw of the person's profile before they accepted: when it was last changed, its `updatedAt`, or `none`.
 * With it, an acceptance is refused when there is now a profile that nobody has seen.
 */
const SeenBeforeAcceptance = z.object({ profileSeenAt: z.optional(z.union([Instant, z.literal('none')])) });

/**
 * How the enrolment stood where it was rejected. With it, the rejection of a request is refused once a colleague has
 * accepted it; without it, an acceptance is taken back as well.
 */
const SeenBeforeRejection = z.object({ statusSeen: z.optional(z.enum(['pending', 'approved'])) });

/** Requests for one course, or made on these days; the oldest first unless told otherwise. */
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
