import { enrolments } from '@fairlead/contract/enrolments/calls';
import { pageOf } from '../../platform/db/pagination.ts';
import { type Actor, requireAccess } from '../../platform/http/access.ts';
import { decideEach } from '../../platform/http/decide-each.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Platform } from '../../platform/platform.ts';
import { canSeeCourse, getCourse, noSuchCourse } from '../courses/index.ts';
import { toSeenAt } from '../seafarers/index.ts';
import { acceptEnrolment, rejectEnrolment, withdrawEnrolments } from './decide-enrolment.ts';
import { findEligibility } from './eligibility.ts';
import { enrolPerson } from './enrol-person.ts';
import { getOwnEnrolment, presentOwnEnrolments, presentOwnStandings, presentRequests } from './present-enrolments.ts';
import { listOwnEnrolments, listRequests } from './queries.ts';
import { requestEnrolment } from './request-enrolment.ts';
import { undoAcceptance } from './undo-acceptance.ts';

/** Routes for enrolments, from the learner's request to the staff's decision. */
export const enrolmentRoutes = (platform: Platform) => {
  const { db, config } = platform;
  /** @throws AppError `forbidden` for somebody who confirms a payment and may not. */
  const requireProofs = (actor: Actor, accepted: readonly { proofId?: string | undefined }[]) => {
    if (accepted.some(({ proofId }) => proofId !== undefined)) requireAccess('fees:record', actor);
  };
  return serve(enrolments, {
    getEligibility: async ({ actor, params: { id: courseId } }) => {
      const course = await getCourse(db, courseId);
      if (!(await canSeeCourse(db, actor, course))) throw noSuchCourse();
      const { accountId } = actor;
      const lacks = await findEligibility(db, platform, { accountIds: [accountId], courseIds: [courseId] });
      return { data: lacks({ accountId, courseId }) };
    },
    request: async ({ actor, body, ip }) => {
      await requestEnrolment(platform, { accountId: actor.accountId, ...body, ip });
      return {
        message: 'Your enrollment request has been submitted. Please wait for admin approval.',
        data: await getOwnEnrolment(platform, actor.accountId, body.courseId),
      };
    },
    listOwn: async ({ actor }) => presentOwnEnrolments(platform, await listOwnEnrolments(db, actor.accountId)),
    listOwnStandings: async ({ actor }) => ({ data: await presentOwnStandings(platform, actor.accountId) }),
    listPending: async ({ actor, query }) => {
      const { rows, limit, total, isBounded } = await listRequests(db, { ...query, timeZone: config.timeZone });
      const requests = await presentRequests(platform, rows.slice(0, limit), actor);
      return pageOf(rows, limit, total, () => requests, isBounded);
    },
    accept: async ({ actor, params, query, body: { unresolvedSeen, overrule }, ip }) => {
      requireProofs(actor, [query]);
      const decision = { enrolmentId: params.id, actorId: actor.accountId, reader: actor, ip, overrule };
      const seen = { ...query, seenAt: toSeenAt(query), unresolvedSeen };
      const isUndoable = await acceptEnrolment(platform, decision, seen);
      return { message: 'Enrollment request accepted.', isUndoable };
    },
    undoAccept: async ({ actor, params, ip }) => {
      await undoAcceptance(platform, { enrolmentId: params.id, actorId: actor.accountId, ip });
      return { message: 'The acceptance was undone. The request is pending again.' };
    },
    reject: async ({ actor, params, query, body, ip }) => {
      const decision = { enrolmentId: params.id, actorId: actor.accountId, ip };
      await rejectEnrolment(platform, { ...decision, ...body }, { ...query, seenAt: toSeenAt(query) });
      return { message: 'Enrollment request rejected.' };
    },
    listEligibility: async ({ params: { id: courseId }, body: { people } }) => {
      const accountIds = people.map(({ id }) => id);
      const lacks = await findEligibility(db, platform, { accountIds, courseIds: [courseId] });
      return { data: accountIds.map((accountId) => ({ _id: accountId, ...lacks({ accountId, courseId }) })) };
    },
    enrolPeople: async ({ actor, body: { people, ...where }, ip }) => ({
      data: await decideEach(people, 'Enrolled.', ({ id, ...answers }) =>
        enrolPerson(platform, { accountId: id, ...where, answers, actorId: actor.accountId, ip }),
      ),
    }),
    acceptMany: async ({ actor, body, ip }) => {
      requireProofs(actor, body.requests);
      const data = await decideEach(body.requests, 'Enrollment request accepted.', async ({ id, ...seen }) => {
        const decision = { enrolmentId: id, actorId: actor.accountId, reader: actor, ip };
        await acceptEnrolment(platform, decision, { ...seen, seenAt: toSeenAt(seen) });
      });
      return { data };
    },
    withdrawMany: async ({ actor, body: { enrolments, ...why }, ip }) => {
      await withdrawEnrolments(platform, enrolments, { actorId: actor.accountId, ip, ...why });
      return { message: 'Enrollments withdrawn.' };
    },
    rejectMany: async ({ actor, body: { requests, ...why }, ip }) => ({
      data: await decideEach(requests, 'Enrollment request rejected.', ({ id, ...seen }) => {
        const decision = { enrolmentId: id, actorId: actor.accountId, ip };
        return rejectEnrolment(platform, { ...decision, ...why }, { ...seen, seenAt: toSeenAt(seen) });
      }),
    }),
  });
};
