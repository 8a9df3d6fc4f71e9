import type { DemoEnrolment } from '../person.ts';

/** The days ago on which an enrolment came along; what did not happen is null. */
export type Schedule = {
  requested: number;
  decided: number | null;
  /** One a film that was opened, in their order. */
  sittings: number[];
  /** The training is submitted, or attendance marked. */
  trained: number | null;
  failed: number | null;
  /** The last test, passed or not. */
  tested: number | null;
  renewalRequested: number | null;
};

const renewalDaysAgo = 2;

/** How many films of a course somebody at this stage has opened. */
function filmsOpened(enrolment: DemoEnrolment, filmCount: number): number {
  if (enrolment.stage === 'training') return enrolment.filmsWatched + (enrolment.partOfNext > 0 ? 1 : 0);
  return ['ready-for-test', 'failed', 'certified'].includes(enrolment.stage) ? filmCount : 0;
}

/**
 * Spreads an enrolment over days, counted backwards from its last event: one film an evening, the test on a day
 * after the last of them, staff's decision two days after the request.
 *
 * @param latest days ago of the last event, where the stage does not say it itself.
 */
export function scheduleOf(enrolment: DemoEnrolment, filmCount: number, latest: number): Schedule {
  const { stage } = enrolment;
  const none = { decided: null, sittings: [], trained: null, failed: null, tested: null, renewalRequested: null };
  if (stage === 'requested') return { ...none, requested: latest };
  if (stage === 'rejected' || stage === 'approved') return { ...none, requested: latest + 2, decided: latest };
  const certified = stage === 'certified';
  const tested = certified ? enrolment.issuedDaysAgo : stage === 'failed' ? latest : null;
  const failed = certified && enrolment.failedBefore !== undefined ? enrolment.issuedDaysAgo + 3 : null;
  const firstTest = failed ?? tested;
  const lastEvening = firstTest === null ? latest : firstTest + 1;
  const count = filmsOpened(enrolment, filmCount);
  const sittings = Array.from({ length: count }, (_, i) => lastEvening + count - 1 - i);
  const decided = (sittings[0] ?? lastEvening) + 1;
  return {
    requested: decided + 2,
    decided,
    sittings,
    trained: stage === 'training' ? null : lastEvening,
    failed,
    tested,
    renewalRequested: certified && enrolment.renewal ? renewalDaysAgo : null,
  };
}
