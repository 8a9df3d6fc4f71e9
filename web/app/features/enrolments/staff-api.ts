import { type DeclineReason, enrolments } from '@fairlead/contract/enrolments/calls';
import { mostAtOnce, mostChosen } from '@fairlead/contract/platform/decisions';
import { type FromWire, fromWire, idNames } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/calls/api-client.ts';
import { inPortions } from '../../lib/calls/in-portions.ts';
import { queryClient } from '../../lib/calls/query-client.ts';
import { unresolvedOf } from './staff-unresolved.ts';
import { type EnrolmentRequest, requestOf } from './staff-wire.ts';

// Each of these returns the server's message; `refetchRequests` reloads the list, which the request has then left.

/** The profile that was seen with a request: the server refuses a decision that is based on an older one. */
const profileSeenWith = ({ profile }: Pick<EnrolmentRequest, 'profile'>) => ({
  profileSeenAt: profile?.updatedAt ?? 'none',
});

/** The state of a request, and of its profile, that was seen before it is accepted. */
const seenOf = ({ state, ...request }: EnrolmentRequest) => ({
  ...profileSeenWith(request),
  ...((state === 'requested' || state === 'document-needed') && { stateSeen: state }),
});

/**
 * Approves the learner for the course, which records that the profile in `request` was checked; the server refuses when
 * the profile was changed or created since, or there is an unresolved point that `request` does not have. With
 * `proofId`, the payment that this proof shows is recorded together with it, or neither. `overrule` says why, for
 * somebody who lacks what the course requires.
 */
export async function acceptRequest(
  request: EnrolmentRequest,
  { proofId, overrule }: { proofId?: string | undefined; overrule?: string | undefined } = {},
): Promise<string> {
  const query = { ...seenOf(request), ...(proofId && { proofId }) };
  const body = { unresolvedSeen: unresolvedOf(request), ...(overrule && { overrule }) };
  const args = { params: { id: request.id }, query, body };
  return (await call(enrolments.accept, args)).message;
}

/**
 * Accepts a request that nothing speaks against.
 *
 * @returns the server's message, and whether `undoAcceptance` can take it back, for `undoSeconds`.
 */
export function acceptUndoably(request: EnrolmentRequest) {
  const query = { ...seenOf(request), undoable: 'yes' as const };
  return call(enrolments.accept, { params: { id: request.id }, query, body: { unresolvedSeen: [] } });
}

/** Takes back an acceptance of one's own; returns the server's message. */
export const undoAcceptance = async ({ id }: EnrolmentRequest): Promise<string> =>
  (await call(enrolments.undoAccept, { params: { id } })).message;

/** What was seen of a request before it is rejected. */
const seenPending = (request: EnrolmentRequest) => ({ statusSeen: 'pending' as const, ...profileSeenWith(request) });

/** Rejects the request for this reason, unless a colleague has accepted it or the profile was changed meanwhile. */
export async function rejectRequest(request: EnrolmentRequest, reason: DeclineReason): Promise<string> {
  const query = seenPending(request);
  return (await call(enrolments.reject, { params: { id: request.id }, query, body: reason })).message;
}

/**
 * Like `acceptRequest`, for many; returns the outcome for each. One with something unresolved is not sent: somebody has
 * to look at it.
 */
export const acceptRequests = (requests: readonly EnrolmentRequest[]) =>
  inPortions(requests, mostAtOnce, async (portion) => {
    const [open, plain] = [new Set<string>(), []] as [Set<string>, EnrolmentRequest[]];
    for (const request of portion) {
      if (unresolvedOf(request).length > 0) open.add(request.id);
      else plain.push(request);
    }
    const seen = plain.map((request) => ({ id: request.id, ...seenOf(request), unresolvedSeen: [] }));
    const decided = seen.length > 0 ? (await call(enrolments.acceptMany, { body: { requests: seen } })).data : [];
    const left = [...open].map((id) => ({ id, ok: false, message: 'Something is to be ticked. Accept it by itself.' }));
    return [...decided, ...left];
  });

/** The requests of a person that wait for a decision. */
export const requestsOfQuery = (personId: string) =>
  queryOptions({
    queryKey: ['requests', 'of', personId],
    queryFn: async () => {
      const query = { person: personId, limit: mostAtOnce };
      return (await call(enrolments.listPending, { query })).map(requestOf);
    },
    // what is ticked is what stands there now
    staleTime: 0,
  });

/**
 * Accepts requests whose unresolved points have all been ticked, each by itself; returns the outcome for each. The
 * server refuses one with a point that is not among them.
 */
export async function acceptTicked(requests: readonly EnrolmentRequest[]) {
  const seen = requests.map((request) => ({
    id: request.id,
    ...seenOf(request),
    unresolvedSeen: unresolvedOf(request),
  }));
  return (await call(enrolments.acceptMany, { body: { requests: seen } })).data;
}

/** Like `rejectRequest`, for many, with one reason for all of them. */
export const rejectRequests = (requests: readonly EnrolmentRequest[], reason: DeclineReason) =>
  inPortions(requests, mostAtOnce, async (portion) => {
    const seen = portion.map((request) => ({ id: request.id, ...seenPending(request) }));
    return (await call(enrolments.rejectMany, { body: { ...reason, requests: seen } })).data;
  });

/** What somebody lacks for a course; `id` is the account's. */
export type Eligibility = FromWire<typeof idNames, Awaited<ReturnType<typeof listEligibility>>[number]>;

const listEligibility = (courseId: string, people: readonly string[]) =>
  inPortions(people, mostChosen, async (portion) => {
    const body = { people: portion.map((id) => ({ id })) };
    return (await call(enrolments.listEligibility, { params: { id: courseId }, body })).data;
  });

/** What people lack for a course. */
export const eligibilityQuery = (courseId: string, people: readonly string[]) =>
  queryOptions({
    queryKey: ['enrolments', 'eligibility', courseId, people],
    queryFn: async () => fromWire(idNames, await listEligibility(courseId, people)),
  });

/** Somebody, with the answers of staff for what they lack. */
export type Answered = { id: string; overrule?: string; checked?: boolean };
type CourseAndBatch = { courseId: string; batchId?: string | undefined };

/** Enrols people in a course, and in a batch of it, without a request of theirs; returns the outcome for each. */
export const enrolPeople = (people: readonly Answered[], { courseId, batchId }: CourseAndBatch) =>
  inPortions(people, mostAtOnce, async (portion) => {
    const body = { courseId, ...(batchId && { batchId }), people: portion };
    return (await call(enrolments.enrolPeople, { body })).data;
  });

/** The same for one person; a refusal is an error, as in calls for one record. */
export async function enrolPerson(person: Answered, place: CourseAndBatch): Promise<string> {
  const [outcome] = await enrolPeople([person], place);
  if (!outcome?.ok) throw new ApiError(409, { code: 'conflict', message: outcome?.message ?? '' });
  return outcome.message;
}

/** Withdraws an enrolment that staff had accepted. */
export async function withdrawEnrolment(id: string, reason: DeclineReason): Promise<string> {
  const query = { statusSeen: 'approved' as const };
  await call(enrolments.reject, { params: { id }, query, body: reason });
  return 'Enrollment withdrawn.';
}

/** Like `withdrawEnrolment`, for many with one reason, all or none; pending requests are declined. */
export async function withdrawEnrolments(
  enrolled: readonly { id: string; status: 'pending' | 'approved' | 'rejected' }[],
  reason: DeclineReason,
): Promise<string> {
  const seen = enrolled.map(({ id, status }) => ({ id, ...(status !== 'rejected' && { statusSeen: status }) }));
  return (await call(enrolments.withdrawMany, { body: { ...reason, enrolments: seen } })).message;
}

export async function refetchRequests() {
  await queryClient.invalidateQueries({ queryKey: ['enrolments'] });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  void queryClient.invalidateQueries({ queryKey: ['fees'] });
}

/** Has the lists of requests read again when they are shown next, and the counts of pending items now. */
export async function noteDecision() {
  await queryClient.invalidateQueries({ queryKey: ['enrolments'], refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: ['overview'] });
  void queryClient.invalidateQueries({ queryKey: ['fees'] });
}
