import { z } from 'zod/mini';
import { SecondFactorRule } from '../academy/settings.ts';
import { accountStates, Invitation } from '../accounts/calls.ts';
import { staffRoles } from '../accounts/staff-members.ts';
import { OwnBatch } from '../batches/calls.ts';
import { certificateStates } from '../certificates/calls.ts';
import { RegisteredCertificate } from '../certificates/register.ts';
import { Progress } from '../enrolments/calls.ts';
import { FeeSummary } from '../fees/fee-shapes.ts';
import type { Call, Calls } from '../platform/call.ts';
import { roles } from '../platform/permissions.ts';
import { EnteredParticulars, Profile } from '../seafarers/calls.ts';
import { ProfileWarning } from '../seafarers/profile-warnings.ts';
import { declineReasons, enrolmentStates, enrolmentStatuses } from '../values/enrolment-state.ts';
import { ById, data, Id, Instant, ListQuery, Message, wholeFrom } from '../values/shapes.ts';
import { FirstSteps, setStepLater } from './first-steps.ts';

/** One pending item: its title, some details, and since when it is pending. */
const WaitingItem = z.object({
  _id: z.string(),
  title: z.string(),
  detail: z.string(),
  since: Instant,
  /** The person on whose page it is decided; null where it is decided elsewhere. */
  personId: z.nullable(Id),
  /** The text by which the list where it is decided finds it; null where there is none. */
  searchText: z.nullable(z.string()),
});

/**
 * The number of pending items of a kind (exact up to 1,000, then 1,001), and the few that have been pending longest.
 */
export const Waiting = z.object({ count: z.number(), longest: z.array(WaitingItem) });
export type Waiting = z.infer<typeof Waiting>;

export const deletionKinds = ['files', 'people'] as const;

/** How many files or people would be deleted in a day, of how many, and since when that waits. */
const MassDeletion = z.object({
  kind: z.enum(deletionKinds),
  waiting: z.number(),
  total: z.number(),
  since: Instant,
});

/** The pending items for staff; null for a kind that the reader's role cannot handle. */
export const Overview = z.object({
  registrations: z.nullable(Waiting),
  requests: z.nullable(Waiting),
  identityChanges: z.nullable(Waiting),
  /** Documents of wallets that nobody has checked. */
  documentsToCheck: z.nullable(Waiting),
  heldCertificates: z.nullable(Waiting),
  /** Proofs of payment; null also where the academy records no fees. */
  paymentProofs: z.nullable(Waiting),
  /** Passes that fell below the pass mark after a corrected answer key. */
  doubtfulPasses: z.nullable(Waiting),
  /** Faults that the daily check of the logs has found: certificates that the log contradicts, and changed links. */
  logFlaws: z.nullable(Waiting),
  /** Messages of visitors that nobody has answered. */
  messages: z.nullable(Waiting),
  /** Approvals of active courses that end within 90 days, or have ended. */
  endingApprovals: z.nullable(Waiting),
  /** Active courses and drafts whose highest playback speed is faster than 1 ×, and nobody has chosen it. */
  playbackSpeeds: z.nullable(Waiting),
  /** Emails, PDF generation and other jobs that were given up after all attempts. */
  jobsGivenUp: Waiting,
  /** Whether there is no mail server, so that emails become files and reach nobody. */
  mailsReachNobody: z.boolean(),
  /**
   * Since when emails are waiting because the mail server accepts none; the reason is only for those who may correct
   * the settings.
   */
  mailsWait: z.nullable(z.object({ since: Instant, reason: z.nullable(z.string()) })),
  /** What the last backup and the last work of the night found wrong, for those who may change the settings. */
  night: z.nullable(z.object({ at: Instant, faults: z.array(z.string()) })),
  /** Deletions that wait because too much would be deleted in a day, for those who may allow them. */
  massDeletions: z.nullable(z.array(MassDeletion)),
  /** The rule for second factors while the requirement is suspended for staff, for those who may change that. */
  secondFactorPutOff: z.nullable(SecondFactorRule),
  firstSteps: FirstSteps,
  /** Whether the sample course is there to be seen and removed, for those who may do so. */
  hasSampleCourse: z.boolean(),
});
export type Overview = z.infer<typeof Overview>;

/** A month, YYYY-MM. */
const Month = z.string();

/**
 * Activity in the courses in the last twelve months, and certificates that expire in the next six; both include this
 * month.
 */
export const Figures = z.object({
  months: z.array(z.object({ month: Month, enrolments: z.number(), attempts: z.number(), passes: z.number() })),
  /** The courses with the most attempts in these months. */
  courses: z.array(z.object({ _id: Id, title: z.string(), attempts: z.number(), passes: z.number() })),
  expiring: z.array(z.object({ month: Month, count: z.number() })),
});
export type Figures = z.infer<typeof Figures>;

/** The name of the staff member, or of the person themselves; null for the program itself. */
const By = z.nullable(z.string());

const PersonAccount = z.object({
  _id: Id,
  /** As entered at registration. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.string(),
  /** Whether its owner has said that this mobile number is right. */
  mobileConfirmed: z.boolean(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  /** When somebody who has not chosen a password yet was invited; null for everybody else. */
  invitation: z.nullable(Invitation),
  registeredAt: Instant,
  emailVerifiedAt: z.nullable(Instant),
  approvedAt: z.nullable(Instant),
  approvedBy: By,
  disabledAt: z.nullable(Instant),
  /**
   * The day on which the account will be erased because of disuse, unless it is used before; null while its owner was
   * not warned.
   */
  erasesOn: z.nullable(z.string()),
  /** Why the registration was refused; null unless it is. */
  refusalReason: z.nullable(z.string()),
  /** Since when login requires a code from an app, for a staff member who has set that up. */
  secondFactorSince: z.nullable(Instant),
});

/** How much of a film was watched; for a film that was never opened, only its length is set. */
const Watched = z.object({
  title: z.string(),
  serial: z.number(),
  durationSeconds: z.number(),
  watchedSeconds: z.number(),
  completedAt: z.nullable(Instant),
});

const PersonEnrolment = z.object({
  _id: Id,
  courseId: Id,
  courseTitle: z.string(),
  status: z.enum(enrolmentStatuses),
  state: z.enum(enrolmentStates),
  /** Why it is declined; null unless it is. */
  declined: z.nullable(z.object({ reason: z.nullable(z.enum(declineReasons)), note: z.nullable(z.string()) })),
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  decidedBy: By,
  /** Whether it was replaced by a renewal. */
  superseded: z.boolean(),
  /** The batch that the person is in or waits for; null without one. */
  batch: z.nullable(OwnBatch),
  /** Null without a fee, and for a reader who may not read fees. */
  fee: z.nullable(FeeSummary),
  /** Whether the reader can charge a fee for it: it has none, and the course has a price. */
  isChargeable: z.boolean(),
  progress: Progress,
  films: z.array(Watched),
});

const PersonAttempt = z.object({
  _id: Id,
  courseTitle: z.string(),
  testTitle: z.string(),
  passMark: z.number(),
  startedAt: Instant,
  /** The outcome is null while the attempt is open. */
  submittedAt: z.nullable(Instant),
  score: z.nullable(z.number()),
  totalQuestions: z.nullable(z.number()),
  passed: z.nullable(z.boolean()),
});

/**
 * An event: a verb of the domain such as 'account.approve', who did it, and the course or certificate that it is about.
 */
const PersonEvent = z.object({
  _id: Id,
  at: Instant,
  action: z.string(),
  by: By,
  /** Whether the person did it themselves. */
  own: z.boolean(),
  courseTitle: z.nullable(z.string()),
  certNo: z.nullable(z.string()),
  /** The reason or remark that was recorded with it. */
  note: z.nullable(z.string()),
  /** For a change of name: the old and the new name. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

/** A note of a colleague; `own` if the reader wrote it, and `removable` if the reader may remove it. */
const PersonNote = z.object({
  _id: Id,
  at: Instant,
  by: By,
  own: z.boolean(),
  removable: z.boolean(),
  text: z.string(),
});

/** All data of the academy about a person; each list has the newest 50. */
export const StaffPerson = z.object({
  account: PersonAccount,
  profile: z.nullable(Profile),
  /** Warnings about the profile and its documents. */
  warnings: z.array(ProfileWarning),
  /** The particulars that staff entered, until there is a profile; null if they entered none. */
  entered: z.nullable(EnteredParticulars),
  /** The last time that staff checked the identity documents; null if they never did. */
  identityCheck: z.nullable(z.object({ at: Instant, by: By })),
  enrolments: z.array(PersonEnrolment),
  /** Null for a reader whose role does not include results. */
  attempts: z.nullable(z.array(PersonAttempt)),
  certificates: z.array(RegisteredCertificate),
  notes: z.array(PersonNote),
  history: z.array(PersonEvent),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

/** The most things of a kind that one call of `find` returns. */
export const mostFound = 5;

/**
 * The first things of a kind that match, and whether there are more; null for a kind whose list the reader may not
 * read.
 */
const found = <Item extends z.ZodMiniType>(item: Item) =>
  z.nullable(z.object({ items: z.array(item), hasMore: z.boolean() }));

/** The matches of a search, by kind: those that the lists of these kinds would show. */
export const Found = z.object({
  /** `documentNumber` is the number of passport, CDC or INDoS that contains the text, if one does. */
  people: found(z.object({ _id: Id, name: z.string(), email: z.string(), documentNumber: z.nullable(z.string()) })),
  /** People who wait for approval. */
  registrations: found(z.object({ _id: Id, name: z.string(), email: z.string() })),
  /** Requests for enrolment that wait for a decision. */
  requests: found(z.object({ _id: Id, name: z.string(), email: z.string(), courseTitle: z.string() })),
  certificates: found(
    z.object({
      _id: Id,
      certNo: z.string(),
      name: z.string(),
      courseTitle: z.string(),
      status: z.enum(certificateStates),
    }),
  ),
  courses: found(
    z.object({
      _id: Id,
      title: z.string(),
      category: z.string(),
      isActive: z.boolean(),
      isDraft: z.boolean(),
    }),
  ),
  tests: found(z.object({ _id: Id, title: z.string(), courseTitle: z.string(), isPublished: z.boolean() })),
  /** Submitted attempts at tests. */
  results: found(z.object({ _id: Id, name: z.string(), courseTitle: z.string(), passed: z.boolean() })),
  /** Training videos. */
  films: found(z.object({ _id: Id, title: z.string(), courseId: Id, courseTitle: z.string() })),
  /** Messages of visitors. */
  messages: found(z.object({ _id: Id, name: z.string(), email: z.string() })),
  staff: found(z.object({ _id: Id, name: z.string(), email: z.string(), role: z.enum(staffRoles) })),
});
export type Found = z.infer<typeof Found>;

export const overview = {
  getOverview: { method: 'GET', path: '/overview', who: 'staff:enter', reply: data(Overview) },
  /** Allows the pending deletions once; `waiting` is the number that the administrator saw. */
  allowDeletion: {
    method: 'POST',
    path: '/overview/mass-deletions/:kind/allow',
    who: 'settings:edit',
    params: z.object({ kind: z.enum(deletionKinds) }),
    body: z.object({ waiting: z.number().check(...wholeFrom(1)) }),
    reply: Message,
  },
  setStepLater,
  getFigures: { method: 'GET', path: '/overview/figures', who: 'people:read', reply: data(Figures) },
  /** Searches several lists at once; too little text (contract/platform/search.ts) finds nothing. */
  find: { method: 'GET', path: '/find', who: 'staff:enter', query: z.pick(ListQuery, { q: true }), reply: data(Found) },
  getPerson: { method: 'GET', path: '/people/:id', who: 'people:read', params: ById, reply: data(StaffPerson) },
} as const satisfies Calls;

/**
 * The proof of one learner's training in one course, as a signed ZIP for an administration that asks for it; `id` is
 * the enrolment's. It also requires the permission for results. The response is a file, not JSON, so it is not one of
 * the calls above.
 */
export const evidence = {
  method: 'GET',
  path: '/userCourses/:id/evidence',
  who: 'people:read',
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
