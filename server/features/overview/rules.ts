import { type FirstStep, type FirstSteps, firstSteps } from '@fairlead/contract/overview/first-steps';
import type { NextStep } from '@fairlead/contract/overview/home';
import type { EnrolmentState, EnrolmentStep } from '@fairlead/contract/values/enrolment-state';
import { endedFor, type HeldDocument } from '@fairlead/contract/wallet/calls';
import { documentStateOf } from '@fairlead/contract/wallet/wallet-words';
import { type CalendarDate, daysUntil } from '../../platform/calendar.ts';

/** The steps that an academy with learners is still asked for: what its certificates state. */
const lasting: readonly FirstStep[] = ['contact', 'signatory', 'recognition'];

/**
 * The first steps of an academy with their states; null when none is left to do. Once it has a learner, only those are
 * left that its certificates need.
 *
 * @param done what is there.
 * @param left the steps that are left for later.
 */
export function firstStepsOf(done: Readonly<Record<FirstStep, boolean>>, left: readonly string[]): FirstSteps {
  const asked = firstSteps.filter((step) => !done.learner || (lasting.includes(step) && !done[step]));
  if (asked.every((step) => done[step])) return null;
  const stateOf = (step: FirstStep) => (done[step] ? 'done' : left.includes(step) ? 'later' : 'open');
  return asked.map((step) => ({ step, state: stateOf(step) }));
}

/** What the learner can do about the test of an enrolment: continue an attempt, begin one, or wait. */
type TestFacts = { isRunning: boolean; mayStart: boolean };

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

type Ending = Pick<HeldDocument, 'source' | 'check' | 'lastDay' | 'isRefresherDue' | 'isReplaced' | 'renewalDays'>;

/**
 * Whether the end of a document is shown on the first page: it is within the renewal window of its kind, or past, and
 * no newer document replaces it. A document of the wallet that was not renewed `endedFor` days after its end is not
 * needed.
 *
 * @param isTakenAgain whether the learner takes the course of a certificate again.
 */
export function isPressing(document: Ending, isTakenAgain: boolean, today: CalendarDate): boolean {
  const { source, check, lastDay, isRefresherDue } = document;
  if (lastDay === null || check === 'refused') return false;
  const state = documentStateOf(document, today);
  if (state !== 'ended') return state === 'ending';
  if (source === 'wallet') return daysUntil(lastDay, today) >= -endedFor;
  return source === 'profile' || isRefresherDue || !isTakenAgain;
}
