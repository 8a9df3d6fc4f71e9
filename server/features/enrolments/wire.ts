import type { Course } from '@fairlead/contract/courses/calls';
import type {
  Eligibility,
  EnrolmentRequest,
  OwnEnrolment,
  Progress,
  Standing,
} from '@fairlead/contract/enrolments/calls';
import type { Profile } from '@fairlead/contract/seafarers/calls';
import type { ProfileWarning } from '@fairlead/contract/seafarers/profile-warnings';
import type { EnrolmentState } from '@fairlead/contract/values/enrolment-state';
import type { CalendarDate } from '../../platform/calendar.ts';
import { fullName } from '../accounts/index.ts';
import type { listProgress, OwnRow, RequestRow, StandingRow } from './queries.ts';
import { askAgainFrom, awaitsClasses, isRenewable, mayChooseDate, percentWatched, stateOf, stepsOf } from './rules.ts';

type ProgressRow = Awaited<ReturnType<typeof listProgress>>[number];
/** The day in the academy's time zone, and the moment. */
export type Now = { today: CalendarDate; now: Date };

/** A row as the rules take it. */
export const factsOf = (row: StandingRow) => ({
  ...row,
  declines: { times: row.timesDeclined, at: row.declinedAt },
});

/** The state of an enrolment whose progress was read. */
export const toState = (row: ProgressRow, today: CalendarDate): EnrolmentState => stateOf(row, today);

export const toProgress = (row: Omit<ProgressRow, 'id' | 'status' | 'earned' | 'lacksDocument'>): Progress => ({
  filmsCompleted: row.filmsCompleted,
  filmsTotal: row.filmsTotal,
  packagesTotal: row.packagesTotal,
  percent: percentWatched(row),
  trainingSubmitted: row.trainingSubmitted,
  testPassed: row.testPassed,
});

const instant = (at: Date | null) => at?.toISOString() ?? null;

/** The state of a learner's enrolment, and what they can do next. */
export function toStanding(row: StandingRow, { today, now }: Now): Standing {
  const facts = factsOf(row);
  const { earned, declines } = facts;
  const state = stateOf(facts, today);
  const isOpenDate = row.lastOpenDay !== null && row.lastOpenDay > today;
  const mayChoose = row.courseFormat !== 'online' && mayChooseDate(row);
  const dates = {
    mayChooseDate: mayChoose && isOpenDate,
    awaitsClasses: row.courseFormat === 'classroom' && awaitsClasses(row.batch, today),
  };
  return {
    state,
    steps: stepsOf({ ...facts, state, isRenewable: isRenewable(earned, today), ...dates }, now),
    declined:
      state === 'declined'
        ? {
            reason: row.declineReason,
            note: row.declineNote,
            at: instant(row.declinedAt),
            askAgainFrom: instant(askAgainFrom(declines, now)),
          }
        : null,
    certificate: earned ? { onHold: earned.status === 'held', dateOfExpiry: earned.expiresOn } : null,
    batch: row.batch,
    lacksOpenDate: mayChoose && !isOpenDate,
  };
}

/** An enrolment as its learner sees it, but for its fee. */
export const toOwnEnrolment = (row: OwnRow, course: Course, now: Now): Omit<OwnEnrolment, 'fee'> => ({
  ...toStanding(row, now),
  _id: row.id,
  status: row.status,
  isActive: row.status === 'approved',
  requestedAt: row.requestedAt.toISOString(),
  courseId: course,
  progress: toProgress(row),
  practiceQuestions: row.practiceQuestions,
});

type Shown = {
  profile: Profile | null;
  warnings: ProfileWarning[];
  eligibility: Eligibility;
  today: CalendarDate;
};

/** A request as staff see it, with the profile that they check, if there is one; but for its fee. */
export const toRequest = (
  row: RequestRow,
  { profile, warnings, eligibility, today }: Shown,
): Omit<EnrolmentRequest, 'fee'> => ({
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
  // the list holds nobody who is approved, so that training and certificate do not matter
  state: stateOf({ ...row, trainingSubmitted: false, earned: null }, today),
  courseId: row.courseId,
  requestedAt: row.requestedAt.toISOString(),
  declined:
    row.timesDeclined > 0
      ? { reason: row.declineReason, note: row.declineNote, at: instant(row.declinedAt), times: row.timesDeclined }
      : null,
  batch: row.batch,
  profile,
  eligibility,
  warnings,
  alsoRequests: row.alsoRequests,
});
