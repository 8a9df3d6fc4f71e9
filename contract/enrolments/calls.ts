import { z } from 'zod/mini';
import { OwnBatch } from '../batches/calls.ts';
import { Course } from '../courses/calls.ts';
import { FeeSummary, WaitingProof } from '../fees/fee-shapes.ts';
import type { Calls } from '../platform/call.ts';
import { Decisions, many, mostChosen } from '../platform/decisions.ts';
import { Profile } from '../seafarers/calls.ts';
import { ProfileWarning } from '../seafarers/profile-warnings.ts';
import {
  declineReasons,
  enrolmentStates,
  enrolmentStatuses,
  enrolmentSteps,
  staffDeclineReasons,
} from '../values/enrolment-state.ts';
import {
  ByCourse,
  ById,
  CalendarDate,
  DatedListQuery,
  data,
  Id,
  Instant,
  Message,
  oneOf,
  saved,
  sortedBy,
  text,
} from '../values/shapes.ts';

/** A learner's progress, as proved by the server. */
export const Progress = z.object({
  filmsCompleted: z.number(),
  /** Videos and packages. */
  filmsTotal: z.number(),
  packagesTotal: z.number(),
  /** 0 to 100: the watched share of the training's running time, as a whole number. */
  percent: z.number(),
  trainingSubmitted: z.boolean(),
  testPassed: z.boolean(),
});
export type Progress = z.infer<typeof Progress>;

/** Why and when staff declined a request. */
const Declined = z.object({
  reason: z.nullable(z.enum(declineReasons)),
  note: z.nullable(z.string()),
  at: z.nullable(Instant),
});

/** The state of an enrolment, what it depends on, and what its learner can do next. */
const Standing = z.object({
  state: z.enum(enrolmentStates),
  /** The steps that the learner can take, the most useful one first. */
  steps: z.array(z.enum(enrolmentSteps)),
  /** Null unless the request is declined. From `askAgainFrom` on it can be repeated; null means now. */
  declined: z.nullable(z.extend(Declined, { askAgainFrom: z.nullable(Instant) })),
  /** The certificate that the enrolment earned: whether it waits for an identity check, and its last valid day. */
  certificate: z.nullable(z.object({ onHold: z.boolean(), dateOfExpiry: z.nullable(CalendarDate) })),
  /** The batch that the learner is in or waits for; null without one. */
  batch: z.nullable(OwnBatch),
  /** Whether the learner would have to choose a date, and none is open. */
  lacksOpenDate: z.boolean(),
});
export type Standing = z.infer<typeof Standing>;

/** The standings of a learner in every course, and whether they have a profile: what the catalogue has to know. */
const OwnStandings = z.object({
  hasProfile: z.boolean(),
  enrolments: z.array(z.extend(Standing, { courseId: Id })),
});
export type OwnStandings = z.infer<typeof OwnStandings>;

/** A learner's own enrolment, with its course. */
export const OwnEnrolment = z.extend(Standing, {
  _id: Id,
  status: z.enum(enrolmentStatuses),
  isActive: z.boolean(),
  requestedAt: Instant,
  courseId: Course,
  progress: Progress,
  /** Null without a fee, and where the academy records none. */
  fee: z.nullable(FeeSummary),
  /** The number of questions for practice that the course has. */
  practiceQuestions: z.number(),
});
export type OwnEnrolment = z.infer<typeof OwnEnrolment>;

/** The requirements of a course that a learner does not meet, or that staff check, as far as the academy knows. */
const Eligibility = z.object({
  missing: z.array(z.string()),
  /** Requirements that staff check in the documents. */
  toCheck: z.array(z.string()),
});
export type Eligibility = z.infer<typeof Eligibility>;

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
  state: z.enum(enrolmentStates),
  courseId: Id,
  requestedAt: Instant,
  /** The last decision against it, and how often it was declined; null if it never was. */
  declined: z.nullable(z.extend(Declined, { times: z.number() })),
  /** The batch that they ask for; null where they ask for none. */
  batch: z.nullable(OwnBatch),
  /** The fee with the proof of payment that waits; null without a fee, and for staff who may not read fees. */
  fee: z.nullable(z.extend(FeeSummary, { proof: z.nullable(WaitingProof) })),
  profile: z.nullable(Profile),
  /** Requirements of the course that are missing, and those that staff check in the documents. */
  eligibility: Eligibility,
  /** Warnings about the profile and its documents; empty without a profile. */
  warnings: z.array(ProfileWarning),
  /** The number of other pending requests of the person. */
  alsoRequests: z.number(),
});
export type EnrolmentRequest = z.infer<typeof EnrolmentRequest>;

/**
 * The time of the last change of the person's profile (`updatedAt`) that staff saw before they decided, or `none`. With
 * it, the decision is refused if the profile has changed since.
 */
const ProfileSeen = z.object({ profileSeenAt: z.optional(z.union([Instant, z.literal('none')])) });

/** The state of request and profile that staff saw before they accepted. */
const SeenBeforeAcceptance = z.extend(ProfileSeen, {
  /** The state of the request. With `requested`, the acceptance is refused if a document has been asked for since. */
  stateSeen: z.optional(z.enum(['requested', 'document-needed'])),
});

/**
 * The unresolved points that staff saw, as `unresolvedPoints` words them. With them, the acceptance is refused as
 * `stale` if there is another one by now.
 */
const PointsSeen = z.object({
  unresolvedSeen: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(50))),
});

/** The most points that a call for several requests names: those of a person are few. */
const mostPointsSeen = 200;

/**
 * The waiting proof of payment that is confirmed together with the request, as its learner has entered it; it also
 * requires the permission to record fees. If it no longer waits, nothing is decided.
 */
const ProofSeen = z.object({ proofId: z.optional(Id) });

/**
 * Why staff enrol somebody who lacks what the course requires. Without it, such an enrolment is refused with the code
 * `not-eligible` and what is missing.
 */
const Overruling = z.object({ overrule: z.optional(text('Reason', 500)) });

/**
 * The answers of staff about somebody whom they enrol; `checked` is for requirements that the academy does not record,
 * such as sea service.
 * Without an answer that the course asks for, the person is refused with what is missing or not checked.
 */
export const Answers = z.extend(Overruling, { checked: z.optional(z.boolean()) });

/** The state of enrolment and profile that staff saw before they rejected. */
const SeenBeforeRejection = z.extend(ProfileSeen, {
  /**
   * The status of the enrolment. With it, the rejection is refused if a colleague has accepted the request since;
   * without it, the rejection also revokes an acceptance.
   */
  statusSeen: z.optional(z.enum(['pending', 'approved'])),
});

const Reason = z.object({
  reason: z.optional(z.enum(staffDeclineReasons, 'Choose a reason')),
  /** A remark for the learner, which is emailed to them. */
  note: z.optional(text('Note', 1000)),
});
const isExplained = z.refine<z.infer<typeof Reason>>(({ reason, note }) => reason !== 'other' || note !== undefined, {
  error: 'Please write the reason',
  path: ['note'],
});

/** Why a request is declined, for the learner; it may be left out. */
export const DeclineReason = Reason.check(isExplained);
export type DeclineReason = z.infer<typeof DeclineReason>;

/**
 * Filters for requests: pending (the default), those that wait for a document, or declined ones, by course, person and
 * day; the
 * oldest come first by default.
 */
export const RequestsQuery = z.extend(DatedListQuery, {
  state: oneOf(['requested', 'document-needed', 'declined']),
  sort: sortedBy(['oldest', 'newest']),
  course: z.optional(Id),
  /** Of whom the requests are. */
  person: z.optional(Id),
});
export type RequestsQuery = z.infer<typeof RequestsQuery>;

export const enrolments = {
  request: {
    method: 'POST',
    path: '/userCourses',
    who: 'learner',
    /**
     * With a batch, it takes a free seat of it, or a place on its waiting list. Refused with `not-eligible` for
     * somebody who lacks what the course requires, unless they know it and ask all the same: they may hold it from
     * elsewhere.
     */
    body: z.extend(ByCourse, { batchId: z.optional(Id), knowsWhatIsMissing: z.optional(z.boolean()) }),
    status: 201,
    reply: saved(OwnEnrolment),
  },
  /** The requirements of a course that the learner does not meet, as far as the academy knows. */
  getEligibility: {
    method: 'GET',
    path: '/courses/:id/eligibility',
    who: 'learner',
    params: ById,
    reply: data(Eligibility),
  },
  listOwn: { method: 'GET', path: '/userCourses/user', who: 'learner', reply: z.array(OwnEnrolment) },
  listOwnStandings: { method: 'GET', path: '/userCourses/states', who: 'learner', reply: data(OwnStandings) },
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
    query: z.extend(z.extend(SeenBeforeAcceptance, ProofSeen.shape), {
      /**
       * With `yes`, the acceptance can be undone, and the learner gets the email once it no longer can: where
       * `profileSeenAt` and `stateSeen=requested` are given, there is a profile, `unresolvedSeen` is given and empty,
       * no payment is confirmed with it, and nobody is overruled, was declined before, or has changed their identity.
       */
      undoable: z.optional(z.enum(['yes'])),
    }),
    body: z.extend(Overruling, PointsSeen.shape),
    reply: z.extend(Message, { isUndoable: z.boolean() }),
  },
  /**
   * Takes back one's own acceptance for `undoSeconds`, and a few more for a call on its way, unless the training has
   * begun or the person's documents were checked again: the request is pending again, and no email is sent.
   */
  undoAccept: {
    method: 'PUT',
    path: '/userCourses/activate/:id/undo',
    who: 'enrolments:decide',
    params: ById,
    reply: Message,
  },
  reject: {
    method: 'PUT',
    path: '/userCourses/deactivate/:id',
    who: 'enrolments:decide',
    params: ById,
    query: SeenBeforeRejection,
    body: DeclineReason,
    reply: Message,
  },
  /** The requirements of a course that people do not meet whom staff mean to enrol. */
  listEligibility: {
    method: 'POST',
    path: '/courses/:id/eligibility',
    who: 'enrolments:decide',
    params: ById,
    body: z.object({ people: many(ById, mostChosen) }),
    reply: data(z.array(z.extend(Eligibility, { _id: Id }))),
  },
  /**
   * Enrols people in a course without a request of theirs; one that they have made is accepted. With a batch, each
   * takes a seat of it; who finds none is not enrolled.
   */
  enrolPeople: {
    method: 'POST',
    path: '/userCourses/enrol',
    who: 'enrolments:decide',
    body: z.extend(ByCourse, { people: many(z.extend(ById, Answers.shape)), batchId: z.optional(Id) }),
    reply: data(Decisions),
  },
  acceptMany: {
    method: 'POST',
    path: '/userCourses/activate',
    who: 'enrolments:decide',
    body: z.object({
      requests: many(
        z.object({ ...ById.shape, ...SeenBeforeAcceptance.shape, ...ProofSeen.shape, ...PointsSeen.shape }),
      ).check(
        z.refine(
          (requests) => requests.flatMap(({ unresolvedSeen = [] }) => unresolvedSeen).length <= mostPointsSeen,
          'Accept fewer of them at once',
        ),
      ),
    }),
    reply: data(Decisions),
  },
  rejectMany: {
    method: 'POST',
    path: '/userCourses/deactivate',
    who: 'enrolments:decide',
    /** One reason for all of them. */
    body: z.extend(Reason, { requests: many(z.extend(ById, SeenBeforeRejection.shape)) }).check(isExplained),
    reply: data(Decisions),
  },
  /** Withdraws enrolments for one reason, all or none. */
  withdrawMany: {
    method: 'POST',
    path: '/userCourses/withdraw',
    who: 'enrolments:decide',
    body: z
      .extend(Reason, { enrolments: many(z.extend(ById, SeenBeforeRejection.shape), mostChosen) })
      .check(isExplained),
    reply: Message,
  },
} as const satisfies Calls;
