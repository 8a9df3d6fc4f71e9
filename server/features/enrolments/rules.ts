import type { OwnBatch } from '@fairlead/contract/batches/calls';
import { undoSeconds } from '@fairlead/contract/enrolments/undo';
import type {
  DeclineReason,
  EnrolmentState,
  EnrolmentStep,
  enrolmentStatuses,
} from '@fairlead/contract/values/enrolment-state';
import { addMonths, type CalendarDate, isOver } from '../../platform/calendar.ts';

export type Status = (typeof enrolmentStatuses)[number];
/**
 * The status changes of an enrolment: the statuses from which each is possible, and the resulting one. A rejected
 * enrolment that is requested again keeps its row, and with it the progress. A renewal is not a status change: it
 * closes the enrolment and opens a new one.
 */
export const moves = {
  requestAgain: { from: ['rejected'], to: 'pending' },
  accept: { from: ['pending'], to: 'approved' },
  /** For a few seconds: see `undoableUntil`. */
  undoAccept: { from: ['approved'], to: 'pending' },
  reject: { from: ['pending', 'approved'], to: 'rejected' },
  /** Only for somebody who was dropped for absence by mistake. */
  reinstate: { from: ['rejected'], to: 'approved' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;

/** So many seconds more than a page offers it, for a call that is on its way then. */
const undoGraceSeconds = 5;

/**
 * Until when an acceptance can be undone; its learner is not notified before.
 *
 * @param acceptedAt when the request was accepted.
 */
export const undoableUntil = (acceptedAt: Date): Date =>
  new Date(acceptedAt.getTime() + (undoSeconds + undoGraceSeconds) * 1000);

/** How long before its end a certificate may be renewed, in months. */
const renewalMonths = 6;

/**
 * The certificate that an enrolment earned; `expiresOn` is its last valid day, null when it has none. `refresherDue` is
 * the day by which one without a last day has to be refreshed; null once it was.
 */
export type Earned = {
  status: 'held' | 'issued' | 'revoked' | 'superseded';
  expiresOn: CalendarDate | null;
  refresherDue?: CalendarDate | null;
};

/**
 * Whether the course may be taken again: from six months before the certificate's expiry, or before the day by which it
 * has to be refreshed, after that, and after a revocation.
 *
 * @param today today's date in the academy's time zone.
 */
export function isRenewable(earned: Earned | null, today: CalendarDate): boolean {
  if (!earned) return false;
  if (earned.status === 'revoked') return true;
  const end = earned.expiresOn ?? earned.refresherDue ?? null;
  return end !== null && today >= addMonths(end, -renewalMonths);
}

/**
 * The facts on which the state of an enrolment depends; `lacksDocument`: whether the academy waits for a document of
 * the learner.
 */
export type StateFacts = {
  status: Status;
  lacksDocument: boolean;
  trainingSubmitted: boolean;
  earned: Earned | null;
};

/**
 * The state of an enrolment on a day, as everybody sees it; the only place that computes it. The academy's decision
 * comes first: a learner whose acceptance was withdrawn is declined, whatever they have earned. A certificate on hold
 * counts as earned.
 */
export function stateOf(facts: StateFacts, today: CalendarDate): EnrolmentState {
  const { status, lacksDocument, trainingSubmitted, earned } = facts;
  if (status === 'pending') return lacksDocument ? 'document-needed' : 'requested';
  if (status === 'rejected') return 'declined';
  if (!earned) return trainingSubmitted ? 'test-open' : 'training';
  if (earned.status === 'revoked') return 'certificate-revoked';
  return earned.status === 'issued' && isOver(earned.expiresOn, today) ? 'certificate-expired' : 'certified';
}

/** How often a request may be declined before the learner has to wait, and how long, in days. */
const freeDeclines = 3;
const waitDays = 7;

/** How often a request was declined since it was last accepted, and when for the last time. */
export type Declines = { times: number; at: Date | null };

/** From when on a declined request may be repeated; null for now. From the third time on it takes a week. */
export const askAgainFrom = ({ times, at }: Declines, now: Date): Date | null => {
  if (times < freeDeclines || !at) return null;
  const from = new Date(at.getTime() + waitDays * 24 * 3600_000);
  return from > now ? from : null;
};

/** Reasons that the learner can remove by changing their profile. */
const ofProfile: readonly (DeclineReason | null)[] = ['documents-incomplete', 'documents-unreadable'];

type StepFacts = {
  state: EnrolmentState;
  /** Whether the course is in the catalogue. */
  isOffered: boolean;
  isRenewable: boolean;
  /** Whether the learner can choose a date, and one is open: see `mayChooseDate`. */
  mayChooseDate: boolean;
  /** Whether the course is held in the classroom alone, and the learner's classes have not begun. */
  awaitsClasses: boolean;
  declineReason: DeclineReason | null;
  declines: Declines;
  /** When the learner's profile was last changed; null while there is none. */
  profileChangedAt: Date | null;
};

/**
 * What the learner can do next, the most useful step first. After a decline for want of documents the profile comes
 * first, until it has been changed.
 */
export function stepsOf(facts: StepFacts, now: Date): EnrolmentStep[] {
  const { state, isOffered, declineReason, declines, profileChangedAt } = facts;
  const renewal: EnrolmentStep[] = isOffered && facts.isRenewable ? ['renew'] : [];
  const date: EnrolmentStep[] = isOffered && facts.mayChooseDate ? ['choose-date'] : [];
  const steps: Record<EnrolmentState, () => EnrolmentStep[]> = {
    'not-requested': () => (isOffered ? ['request'] : []),
    requested: () => date,
    'document-needed': () => ['upload-document', ...date],
    declined: () => {
      const isUnchanged = !profileChangedAt || (declines.at !== null && profileChangedAt <= declines.at);
      const mayAsk = isOffered && !askAgainFrom(declines, now);
      return [
        ...(isUnchanged && ofProfile.includes(declineReason) ? (['update-profile'] as const) : []),
        ...(mayAsk ? (['ask-again'] as const) : []),
      ];
    },
    training: () => [...date, ...(facts.awaitsClasses ? [] : (['launch'] as const))],
    'test-open': () => ['test', 'launch'],
    certified: () => ['certificate', ...renewal, 'launch'],
    'certificate-expired': () => [...renewal, 'certificate'],
    'certificate-revoked': () => [...renewal, 'certificate'],
  };
  return steps[state]();
}

type PlaceFacts = { status: Status; batch: Pick<OwnBatch, 'isCancelled'> | null; trainingSubmitted: boolean };

/**
 * Whether a learner can choose a date for an enrolment that exists: a pending request without a batch, and anybody
 * whose batch was cancelled before they completed the training. Staff move the others.
 */
export const mayChooseDate = ({ status, batch, trainingSubmitted }: PlaceFacts): boolean =>
  batch ? batch.isCancelled && status !== 'rejected' && !trainingSubmitted : status === 'pending';

/**
 * Whether the classes have not begun for somebody in a course that is held in the classroom alone: without a date, on a
 * waiting list, in a cancelled batch, or before the first day.
 */
export const awaitsClasses = (batch: OwnBatch | null, today: CalendarDate): boolean =>
  !batch || batch.isCancelled || batch.waiting !== null || batch.firstDay > today;

/** Possible outcomes of a learner's request for a course. */
export type Outcome =
  | 'open'
  | 'reopen'
  | 'renew'
  | 'choose-date'
  | 'already-requested'
  | 'already-approved'
  | 'declined-often';

/**
 * Decides the outcome of a request from the learner's open enrolment for the course, if there is one, and the
 * certificate it earned.
 *
 * @param batchId the batch that the request is for, which may be chosen later: see `mayChooseDate`; undefined for none.
 */
export function judgeRequest(
  open: (PlaceFacts & { earned: Earned | null; declines: Declines }) | undefined,
  { today, now, batchId }: { today: CalendarDate; now: Date; batchId?: string | undefined },
): Outcome {
  if (!open) return 'open';
  if (batchId && !open.earned && mayChooseDate(open)) return 'choose-date';
  if (open.status === 'pending') return 'already-requested';
  if (open.status === 'rejected' && askAgainFrom(open.declines, now)) return 'declined-often';
  if (isRenewable(open.earned, today)) return 'renew';
  return open.status === 'rejected' ? 'reopen' : 'already-approved';
}

/** Staff may enrol somebody whom they have declined: the learner's own wait does not bind them. */
const neverDeclined = { times: 0, at: null };

/** The same for staff who enrol somebody: `already-approved` refuses it, and a pending request is accepted. */
export const judgeEnrolling = (
  open: Omit<NonNullable<Parameters<typeof judgeRequest>[0]>, 'declines'> | undefined,
  at: { today: CalendarDate; now: Date },
): Outcome => judgeRequest(open && { ...open, declines: neverDeclined }, at);

type Watched = { watchedSeconds: number; totalSeconds: number; trainingSubmitted: boolean };

/**
 * The watched share of the training's total running time in percent, 0 to 100, rounded down: 100 means all of it. A
 * submitted training counts as complete, even if films were added to the course later.
 */
export function percentWatched({ watchedSeconds, totalSeconds, trainingSubmitted }: Watched): number {
  if (trainingSubmitted) return 100;
  return totalSeconds > 0 ? Math.min(100, Math.floor((watchedSeconds / totalSeconds) * 100)) : 0;
}
