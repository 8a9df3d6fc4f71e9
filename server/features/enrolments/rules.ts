import type { enrolmentStatuses } from '@fairlead/contract/enrolments';
import { addMonths, type CalendarDate } from '../../platform/calendar.ts';

export type Status = (typeof enrolmentStatuses)[number];
/**
 * The status changes of an enrolment: the statuses from which each is possible, and the resulting one. A rejected
 * enrolment that is requested again keeps its row, and with it the progress. A renewal is not a status change: it
 * closes the enrolment and opens a new one.
 */
export const moves = {
  requestAgain: { from: ['rejected'], to: 'pending' },
  accept: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending', 'approved'], to: 'rejected' },
} as const satisfies Record<string, { from: readonly Status[]; to: Status }>;
export type Move = keyof typeof moves;

/** How long before its end a certificate may be renewed, in months. */
const renewalMonths = 6;

/** The certificate that an enrolment earned; `expiresOn` is its last valid day, null when it has none. */
export type Earned = { status: 'held' | 'issued' | 'revoked' | 'superseded'; expiresOn: CalendarDate | null };

/**
 * Whether the course may be taken again: from six months before the certificate's expiry, after expiry, and after a
 * revocation.
 *
 * @param today today's date in the academy's time zone.
 */
export function isRenewable(earned: Earned | undefined, today: CalendarDate): boolean {
  if (!earned) return false;
  if (earned.status === 'revoked') return true;
  return earned.expiresOn !== null && today >= addMonths(earned.expiresOn, -renewalMonths);
}

/** Possible outcomes of a learner's request for a course. */
export type Outcome = 'open' | 'reopen' | 'renew' | 'already-requested' | 'already-approved';

/**
 * Decides the outcome of a request from the learner's open enrolment for the course, if there is one, and the
 * certificate it earned.
 */
export function judgeRequest(
  open: { status: Status; earned: Earned | undefined } | undefined,
  today: CalendarDate,
): Outcome {
  if (!open) return 'open';
  if (open.status === 'pending') return 'already-requested';
  if (isRenewable(open.earned, today)) return 'renew';
  return open.status === 'rejected' ? 'reopen' : 'already-approved';
}

type Watched = { watchedSeconds: number; totalSeconds: number; trainingSubmitted: boolean };

/**
 * The watched share of the training's total running time in percent, 0 to 100, rounded down: 100 means all of it. A
 * submitted training counts as complete, even if films were added to the course later.
 */
export function percentWatched({ watchedSeconds, totalSeconds, trainingSubmitted }: Watched): number {
  if (trainingSubmitted) return 100;
  return totalSeconds > 0 ? Math.min(100, Math.floor((watchedSeconds / totalSeconds) * 100)) : 0;
}
