import type { DemoEnrolment } from '../person.ts';

/** The steps of an enrolment, in days ago; a step that did not happen is null. */
export type Schedule = {
  requested: number;
  decided: number | null;
  /** One for each film that was opened, in order. */
  sittings: number[];
  /** The training was submitted, or attendance marked. */
  trained: number | null;
  failed: number | null;
  /** The last attempt at the assessment, passed or not. */
  tested: number | null;
  renewalRequested: number | null;
};

const renewalDaysAgo = 2;

/** The number of films of a course that a person at this stage has opened. */
function filmsOpened(enrolment: DemoEnrolment, filmCount: number): number {
  if (enrolment.stage === 'training') return enrolment.filmsWatched + (enrolment.partOfNext > 0 ? 1 : 0);
  return ['ready-for-test', 'failed', 'certified'].includes(enrolment.stage) ? filmCount : 0;
}

/**
 * Spreads an enrolment over days, counted backwards from its last event: one film each evening, the assessment on a day
 * after the last of them, the staff's decision two days after the request.
 *
 * @param latest days ago of the last event, where the stage does not determine it.
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
