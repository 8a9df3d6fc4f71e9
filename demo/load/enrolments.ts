import { enrolments } from '@fairlead/contract/enrolments/calls';
import { seafarers } from '@fairlead/contract/seafarers/calls';
import { training } from '@fairlead/contract/training/calls';
import type { DemoCourse } from '../course.ts';
import { chance } from '../drawing/chance.ts';
import { feesSinceDaysAgo } from '../fees.ts';
import type { DemoEnrolment, DemoSeafarer } from '../person.ts';
import type { Action } from './action.ts';
import type { BatchIds } from './batches.ts';
import { type CourseIds, closedDaysAgo, idOf } from './courses.ts';
import { declineProof, sendProof, settle } from './fees.ts';
import type { Moments } from './moments.ts';
import type { Past } from './past.ts';
import { scheduleOf } from './schedule.ts';
import { sitTest, submitFilms, watchFilm } from './study.ts';

/** Who is in a batch was accepted at least so many days before the last day, since one of them is being held. */
const beforeClass = 3;

export type EnrolmentOf = { person: DemoSeafarer; enrolment: DemoEnrolment; course: DemoCourse };
type Setting = { registrar: string; at: Moments; ids: CourseIds; batchIds: BatchIds };

/**
 * How many days ago the last event of an enrolment was. The days are spread over people, and long past for a course
 * that takes no more enrolments.
 */
export const latestOf = ({ person, enrolment, course }: EnrolmentOf): number =>
  (course.isActive ? 0 : closedDaysAgo + 10) +
  (enrolment.batch && enrolment.stage === 'approved' ? beforeClass : 0) +
  1 +
  Math.floor(chance(`${person.email} ${course.key}`)() * 4);

/** The actions of a seafarer and the staff for one course, from the request to the last stage of the person's story. */
export function enrolmentActions(past: Past, one: EnrolmentOf, { registrar, at, ids, batchIds }: Setting): Action[] {
  const { person, enrolment, course } = one;
  const { email } = person;
  const days = scheduleOf(enrolment, course.films.length, latestOf(one));
  const actions: Action[] = [];
  const on = (day: number | null, hour: number, what: string, carryOut: () => Promise<void>) => {
    if (day !== null)
      actions.push({ at: at(day, hour, `${email} ${course.key}`), what: `${what}, ${course.title}`, carryOut });
  };
  const courseId = () => idOf(ids, course.key);
  let enrolmentId = '';
  const ask = async () => {
    const batchId = enrolment.batch && batchIds.get(enrolment.batch);
    const knowsWhatIsMissing = enrolment.stage === 'requested' && enrolment.lacks === true;
    const body = { courseId: courseId(), knowsWhatIsMissing, ...(batchId && { batchId }) };
    const { data } = await (await past.as(email))(enrolments.request, { body });
    enrolmentId = data._id;
  };
  on(days.requested, 19, `${email} requests`, ask);
  if (days.requested < feesSinceDaysAgo) {
    const { fee = enrolment.stage === 'requested' ? 'due' : 'desk' } = enrolment;
    const declined = typeof fee === 'object' && 'declined' in fee ? fee.declined : undefined;
    const waived = typeof fee === 'object' && 'waived' in fee ? fee.waived : undefined;
    if (fee === 'proof' || declined) {
      on(days.requested, 20, `${email} sends a proof of payment`, () => sendProof(past, email, enrolmentId));
    }
    if (declined) {
      on(days.requested - 1, 9, `${registrar} declines the proof of ${email}`, () =>
        declineProof(past, registrar, enrolmentId, declined),
      );
    }
    if (enrolment.stage !== 'rejected' && (fee === 'desk' || waived)) {
      on(days.decided, 11, `${registrar} settles the fee of ${email}`, () =>
        settle(past, registrar, enrolmentId, waived),
      );
    }
  }
  if (enrolment.stage === 'requested' && enrolment.askedFor) {
    const document = enrolment.askedFor;
    on(days.requested, 20, `${registrar} asks ${email} for a document`, async () => {
      const call = await past.as(registrar);
      const [request] = await call(enrolments.listPending, { query: { q: email } });
      const params = { id: request?.userId._id ?? '' };
      await call(seafarers.askForDocument, { params, body: { document, reason: 'missing' } });
    });
  }
  on(days.decided, 10, `${registrar} decides on ${email}`, () => decide(past, one, registrar, enrolmentId));
  for (const [index, day] of days.sittings.entries()) {
    on(day, 18, `${email} watches film ${index + 1}`, () =>
      watchFilm(past, email, courseId(), index, partOf(enrolment, index)),
    );
  }
  if (course.films.length > 0) {
    on(days.trained, 19, `${email} submits the training`, () => submitFilms(past, email, courseId()));
  } else {
    on(days.trained, 16, `${registrar} marks the attendance of ${email}`, async () => {
      await (await past.as(registrar))(training.markAttendance, { params: { id: enrolmentId } });
    });
  }
  const sit = (rightAnswers: number) => () => sitTest(past, email, { courseId: courseId(), course, rightAnswers });
  if (enrolment.stage === 'certified') on(days.failed, 17, `${email} fails`, sit(enrolment.failedBefore ?? 0));
  if (enrolment.stage === 'certified' || enrolment.stage === 'failed') {
    on(days.tested, 17, `${email} sits the test`, sit(enrolment.rightAnswers));
  }
  on(days.renewalRequested, 9, `${email} asks again`, ask);
  return actions;
}

/** The share of a film that is watched in one session, from 0 to 1. */
const partOf = (enrolment: DemoEnrolment, index: number): number =>
  enrolment.stage === 'training' && index === enrolment.filmsWatched ? enrolment.partOfNext : 1;

/** The registrar checks the request with its profile and its proof of payment, and decides. */
async function decide(past: Past, { person, enrolment, course }: EnrolmentOf, registrar: string, id: string) {
  const call = await past.as(registrar);
  const pending = await call(enrolments.listPending, { query: { q: person.email } });
  const request = pending.find((one) => one._id === id);
  if (!request?.profile) throw new Error(`No request of ${person.email} for ${course.title} with a profile`);
  const params = { id };
  if (enrolment.stage === 'rejected') {
    const { reason, note } = enrolment;
    await call(enrolments.reject, { params, body: { reason, note } });
  } else {
    const proofId = request.fee?.proof?._id;
    await call(enrolments.accept, { params, query: { profileSeenAt: request.profile.updatedAt, proofId } });
  }
}
