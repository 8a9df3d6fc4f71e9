import { z } from 'zod/mini';
import type { Call, Calls } from './call.ts';
import { enrolmentStatuses, Progress } from './enrolments.ts';
import { roles } from './permissions.ts';
import { RegisteredCertificate } from './register.ts';
import { Profile } from './seafarers.ts';
import { SecondFactorRule } from './settings.ts';
import { ById, data, Id, Instant } from './shapes.ts';
import { accountStates } from './staff-accounts.ts';

/** One thing that waits: what it is called, what is said beside it, and since when. */
const WaitingItem = z.object({ _id: z.string(), title: z.string(), detail: z.string(), since: Instant });

/** How many of a kind wait (exact up to 1,000, then 1,001), with the few that have waited longest. */
export const Waiting = z.object({ count: z.number(), longest: z.array(WaitingItem) });
export type Waiting = z.infer<typeof Waiting>;

/** What waits for staff; a kind that the reader's role has no part in is null. */
export const Overview = z.object({
  registrations: z.nullable(Waiting),
  requests: z.nullable(Waiting),
  identityChanges: z.nullable(Waiting),
  heldCertificates: z.nullable(Waiting),
  /** Passes that fell below the mark by a mended key. */
  doubtfulPasses: z.nullable(Waiting),
  /** Mails, drawings and the like that were given up after all their tries. */
  jobsGivenUp: Waiting,
  /** Whether the academy is on the public net and has no mail server, so that no mail reaches anybody. */
  mailsReachNobody: z.boolean(),
  /** Since when mails wait because the mail server does not take any; the reason is for those who may set it right. */
  mailsWait: z.nullable(z.object({ since: Instant, reason: z.nullable(z.string()) })),
  /** The rule of second factors while staff are let off it, for those who may change that. */
  secondFactorPutOff: z.nullable(SecondFactorRule),
});
export type Overview = z.infer<typeof Overview>;

/** A month, YYYY-MM. */
const Month = z.string();

/** What became of the courses in the last twelve months, and what expires in the next six, this one included in both. */
export const Figures = z.object({
  months: z.array(z.object({ month: Month, enrolments: z.number(), attempts: z.number(), passes: z.number() })),
  /** Those with the most attempts in these months. */
  courses: z.array(z.object({ _id: Id, title: z.string(), attempts: z.number(), passes: z.number() })),
  expiring: z.array(z.object({ month: Month, count: z.number() })),
});
export type Figures = z.infer<typeof Figures>;

/** One of the staff, or the person themselves, by name; null for the program's own doing. */
const By = z.nullable(z.string());

const PersonAccount = z.object({
  _id: Id,
  /** As registered. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  mobile: z.string(),
  role: z.enum(roles),
  state: z.enum(accountStates),
  registeredAt: Instant,
  emailVerifiedAt: z.nullable(Instant),
  approvedAt: z.nullable(Instant),
  approvedBy: By,
  disabledAt: z.nullable(Instant),
  /** The day on which the account will be erased for disuse, unless it is used before; null while its owner was not warned. */
  erasesOn: z.nullable(z.string()),
  /** Why the registration was refused, while it is. */
  refusalReason: z.nullable(z.string()),
  /** Since when login asks for a code of an app, for a member of the staff who has set that up. */
  secondFactorSince: z.nullable(Instant),
});

/** How far one film was watched; of a film that was never opened there is nothing but its length. */
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
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  decidedBy: By,
  /** Whether a renewal has taken its place. */
  superseded: z.boolean(),
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

/** What happened: a verb of the trade such as 'account.approve', by whom, and about which course or certificate. */
const PersonEvent = z.object({
  _id: Id,
  at: Instant,
  action: z.string(),
  by: By,
  /** Whether it was the person's own doing. */
  own: z.boolean(),
  courseTitle: z.nullable(z.string()),
  certNo: z.nullable(z.string()),
  /** The reason or remark that was written down with it. */
  note: z.nullable(z.string()),
  /** A change of name. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

/** All that the academy knows of a person; each list holds the newest 50. */
export const StaffPerson = z.object({
  account: PersonAccount,
  profile: z.nullable(Profile),
  /** The last time that staff looked at the documents; null when they never did. */
  identityCheck: z.nullable(z.object({ at: Instant, by: By })),
  enrolments: z.array(PersonEnrolment),
  /** Null for a reader whose role does not see results. */
  attempts: z.nullable(z.array(PersonAttempt)),
  certificates: z.array(RegisteredCertificate),
  history: z.array(PersonEvent),
});
export type StaffPerson = z.infer<typeof StaffPerson>;

export const overview = {
  getOverview: { method: 'GET', path: '/overview', who: 'staff:enter', reply: data(Overview) },
  getFigures: { method: 'GET', path: '/overview/figures', who: 'people:read', reply: data(Figures) },
  getPerson: { method: 'GET', path: '/people/:id', who: 'people:read', params: ById, reply: data(StaffPerson) },
} as const satisfies Calls;

/**
 * What proves one learner's training in one course, as a signed ZIP for an administration that asks; `id` is the
 * enrolment's. It takes the permission for results too. A file and no JSON: not one of the calls above.
 */
export const evidence = {
  method: 'GET',
  path: '/userCourses/:id/evidence',
  who: 'people:read',
  params: ById,
  reply: z.unknown(),
} as const satisfies Call;
