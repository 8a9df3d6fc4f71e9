import type { EnrolmentState, EnrolmentStep } from '@fairlead/contract/enrolment-state';
import type { NextStep } from '@fairlead/contract/home';
import { type CalendarDate, daysUntil, isOver } from '../../platform/calendar.ts';
import { endsSoon, expiresSoon } from '../certificates/rules.ts';

/** What the learner can do about the test of an enrolment: continue an attempt, begin one, or wait. */
export type TestFacts = { isRunning: boolean; mayStart: boolean };

/** An enrolment as the next step depends on it. */
export type Under = {
  id: string;
  state: EnrolmentState;
  steps: readonly EnrolmentStep[];
  hasFilms: boolean;
  /** Whether something of its fee is left to pay, and no proof of payment waits. */
  isFeeDue: boolean;
  /** Whether its certificate is held until the academy has checked the holder's identity. */
  isOnHold: boolean;
  /** When a film of it was last opened or watched; null for never. */
  watchedAt: Date | null;
  /** Undefined while the course has no published test. */
  test: TestFacts | undefined;
};

/** `lacksDocument`: whether the academy waits for a document. */
type NextFacts = { hasProfile: boolean; lacksDocument: boolean; enrolments: readonly Under[] };

export type Chosen = { step: NextStep; enrolmentId: string | null };

/**
 * What a learner does next, the one thing that the first page asks for. A running test comes first, since its time
 * passes; then a test that can be taken, a document that the academy waits for, and the training that was watched last.
 * A test that the limits do not allow yet is not offered. The profile comes before it is missed: every certificate
 * needs it, and so does a test.
 *
 * @param enrolments latest request first.
 */
export function nextStepOf({ hasProfile, lacksDocument, enrolments }: NextFacts): Chosen {
  const open = enrolments.filter(({ state }) => state === 'test-open');
  const running = open.find(({ test }) => test?.isRunning);
  const ready = open.find(({ test }) => test?.mayStart);
  const test = running ?? ready;
  if (test && !hasProfile) return { step: 'complete-profile', enrolmentId: test.id };
  if (test) return { step: running ? 'continue-test' : 'take-test', enrolmentId: test.id };
  if (lacksDocument) return { step: 'upload-document', enrolmentId: null };
  const watched = enrolments
    .filter(({ state, hasFilms }) => state === 'training' && hasFilms)
    .toSorted((a, b) => (b.watchedAt?.getTime() ?? 0) - (a.watchedAt?.getTime() ?? 0))[0];
  if (watched) return { step: 'watch', enrolmentId: watched.id };
  if (!hasProfile) return { step: 'complete-profile', enrolmentId: null };
  const declined = enrolments.find(({ state, steps }) => state === 'declined' && steps.length > 0);
  if (declined) return { step: 'ask-again', enrolmentId: declined.id };
  const renewable = enrolments.find(({ steps }) => steps.includes('renew'));
  if (renewable) return { step: 'renew', enrolmentId: renewable.id };
  const unpaid = enrolments.find(({ isFeeDue }) => isFeeDue);
  if (unpaid) return { step: 'pay-fee', enrolmentId: unpaid.id };
  const waiting = enrolments.find(
    ({ state, isOnHold }) => isOnHold || ['test-open', 'training', 'requested'].includes(state),
  );
  if (waiting) return { step: 'wait', enrolmentId: waiting.id };
  return { step: 'choose-course', enrolmentId: null };
}

/** The last days of a profile's documents; null for one without such a day, and without a profile. */
type Documents = Record<'passportExpiresOn' | 'cdcExpiresOn', CalendarDate | null>;
type CertificateFacts = {
  courseId: string;
  courseTitle: string;
  status: string;
  expiresOn: CalendarDate | null;
  refresherDue?: CalendarDate | null;
};
type ExpiringDocument = {
  document: 'passport' | 'cdc' | 'certificate';
  courseId: string | null;
  courseTitle: string | null;
  dateOfExpiry: CalendarDate;
  isRefresherDue: boolean;
  daysLeft: number;
};

/**
 * The documents of a learner whose last day is near or past, the earliest first: passport and CDC, and certificates
 * that have not been renewed.
 *
 * @param expired the courses in which the learner's certificate has expired; a course that is taken again is none.
 */
export function expiringOf(
  { profile, certificates }: { profile: Documents; certificates: readonly CertificateFacts[] },
  expired: ReadonlySet<string>,
  today: CalendarDate,
): ExpiringDocument[] {
  const identity = [
    { document: 'passport' as const, expiresOn: profile.passportExpiresOn },
    { document: 'cdc' as const, expiresOn: profile.cdcExpiresOn },
  ].filter(({ expiresOn }) => isOver(expiresOn, today) || endsSoon(expiresOn, today));
  const ending = certificates.filter(
    (one) =>
      expiresSoon(one, today) || (one.status === 'issued' && isOver(one.expiresOn, today) && expired.has(one.courseId)),
  );
  return [
    ...identity.map((one) => ({ ...one, courseId: null, courseTitle: null, isRefresherDue: false })),
    ...ending.map(({ expiresOn, refresherDue = null, ...one }) => ({
      ...one,
      document: 'certificate' as const,
      expiresOn: expiresOn ?? refresherDue,
      isRefresherDue: expiresOn === null,
    })),
  ]
    .flatMap(({ document, courseId, courseTitle, isRefresherDue, expiresOn }) =>
      expiresOn
        ? [
            {
              ...{ document, courseId, courseTitle, isRefresherDue },
              ...{ dateOfExpiry: expiresOn, daysLeft: daysUntil(expiresOn, today) },
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.daysLeft - b.daysLeft);
}
