import { type Decline, declineSentence, declineSummary } from '@fairlead/contract/values/enrolment-state';
import { sql, type UpdateObject } from 'kysely';
import { appendAudits } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/has-row.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/access.ts';
import { requireAll } from '../../platform/http/require-all.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail, sendEmails } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { justChanged, leaveSeats, lockEnrolment, lockEnrolments, ownBatchOf } from '../batches/index.ts';
import { cancelFees, confirmProof, restoreFee } from '../fees/index.ts';
import { openRequestsOf, recordIdentityCheck, requireNoOpenRequest, requireSeenProfile } from '../seafarers/index.ts';
import { eligibilityOf } from './eligibility.ts';
import { requireAnswers } from './eligibility-rules.ts';
import { acceptanceEmail, rejectionEmail } from './email-templates.ts';
import { type AddresseeRow, isInCancelledBatch, isUnseated, listAddressees } from './queries.ts';
import { moves, type Status } from './rules.ts';
import { announceLater, findUndoable } from './undo-acceptance.ts';
import { requireSeenPoints } from './unresolved.ts';

type Decision = { enrolmentId: string; actorId: string; ip?: string };
/** Why a request is declined, as a call states it. */
type GivenDecline = { [K in keyof Decline]?: Decline[K] | undefined };
type Seen = {
  seenAt?: Date | 'none' | undefined;
  stateSeen?: 'requested' | 'document-needed' | undefined;
  proofId?: string | undefined;
  statusSeen?: (typeof moves.reject.from)[number] | undefined;
  unresolvedSeen?: readonly string[] | undefined;
  undoable?: 'yes' | undefined;
};

/**
 * Accepts a request, which opens the course to the learner. It also records that the staff member checked the documents
 * shown with it, and by them what the course requires and the academy does not record. A learner without a profile can
 * be accepted too, and is checked once there is one.
 *
 * @param seenAt when the profile that was checked was last changed, or 'none' if there was none; without it, an
 * identity that has changed since a check still waits for one.
 * @param stateSeen the state of the request; with 'requested', it is only accepted while no document is waited for.
 * @param proofId the proof of payment that is confirmed with the request, in the same transaction.
 * @param reader who accepts: names of other people are in the points of those alone who may read people.
 * @param unresolvedSeen the unresolved points that they saw; without it, none is looked for.
 * @param undoable whether it can be undone for a few seconds, after which the learner is told.
 * @param overrule why somebody is accepted who lacks what the course requires; it is kept in the audit.
 * @returns whether it can be undone; see `findUndoable`.
 * @throws AppError `done` when the request is no longer pending, `full` while it waits for a seat, `over` in a
 * cancelled batch; `stale` if the profile has changed since, a document has been asked for since, there is an
 * unresolved point that was not seen, or the proof no longer waits; `not-eligible` without `overrule` for somebody who
 * lacks what the course requires; `not-found`.
 */
export async function acceptEnrolment(
  platform: Platform,
  {
    reader,
    overrule,
    ...decision
  }: Decision & { ip: string; reader: Pick<Actor, 'may'>; overrule?: string | undefined },
  { seenAt, stateSeen, proofId, unresolvedSeen, undoable }: Seen,
): Promise<boolean> {
  const { db, config, clock } = platform;
  return transaction(db, async (tx) => {
    await lockEnrolment(tx, decision.enrolmentId, { withPeople: true });
    const wanted = await findWanted(tx, decision.enrolmentId);
    // a request shows what is to be checked, beside the documents
    const answers = { overrule, checked: true };
    const eligibility = wanted && (await eligibilityOf(tx, platform, wanted));
    const details = eligibility && requireAnswers(eligibility, answers);
    const points = { seen: unresolvedSeen, reader };
    const isClean = eligibility && (await requireSeenPoints(tx, platform, { ...wanted, eligibility }, points));
    const isPlain = undoable && seenAt && stateSeen === 'requested' && isClean && !proofId && !overrule;
    const before = isPlain ? await findUndoable(tx, decision.enrolmentId) : undefined;
    const now = clock();
    const learner = await admit(tx, { ...decision, details, isLocked: true }, now);
    if (stateSeen === 'requested') await requireNoOpenRequest(tx, learner.accountId);
    const check = { accountId: learner.accountId, actorId: decision.actorId, seenAt, now };
    await recordIdentityCheck(tx, { ...check, keepsHold: seenAt === undefined, isLocked: true });
    if (before) {
      await announceLater(tx, { enrolmentId: decision.enrolmentId, acceptedAt: now, ...before });
      return true;
    }
    await sendEmail(tx, config, acceptanceEmail, {
      to: learner.email,
      values: { name: learner.name, course: learner.courseTitle },
      url: `${config.publicUrl}/UserCource`,
    });
    if (proofId) await confirmProof(tx, platform, { proofId, ...decision });
    return false;
  });
}

/** Whose pending request for which course it is; undefined for one that is not pending, which `admit` refuses. */
const findWanted = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('enrolment')
    .select(['accountId', 'courseId', ownBatchOf('enrolment').as('batch')])
    .select(hasRow(openRequestsOf('enrolment.accountId')).as('lacksDocument'))
    .where('id', '=', enrolmentId)
    .where('status', 'in', moves.accept.from)
    .where('supersededAt', 'is', null)
    .executeTakeFirst();

/**
 * Accepts a pending enrolment, without a check of documents or of what the course requires, and without an email.
 *
 * @param action what the audit calls it.
 * @returns the learner and the course, for the email.
 * @throws AppError `done` when it is no longer pending, `full` while it waits for a seat, `over` in a cancelled batch,
 *   `not-found`.
 */
export function admit(tx: Tx, decision: Decision & Pick<Change, 'action' | 'details' | 'isLocked'>, now: Date) {
  const settled = { declinedAt: null, declineReason: null, declineNote: null, timesDeclined: 0 };
  return decideOne(tx, 'accept', { ...decision, set: settled, from: moves.accept.from }, now);
}

/**
 * Rejects a request, or withdraws an acceptance; the progress is kept in both cases. The reason is stored, and emailed
 * to the learner.
 *
 * @param statusSeen the status that the decision was based on; the request is only rejected if it still has it.
 * @param seenAt when the profile that was seen was last changed, or 'none' if there was none; the request of somebody
 * who has changed it since is not rejected, since the reason may be gone.
 * @throws AppError `done` when it is rejected already or has a status other than `statusSeen`, or the profile has
 * changed since; `not-found`.
 */
export async function rejectEnrolment(
  platform: Platform,
  { reason = null, note = null, ...decision }: Decision & GivenDecline,
  { statusSeen, seenAt }: Pick<Seen, 'statusSeen' | 'seenAt'>,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    if (seenAt) await lockEnrolment(tx, decision.enrolmentId, { withPeople: true });
    const learner = await decline(tx, platform, { reason, note, ...decision }, fromOf(statusSeen));
    if (seenAt) await requireSeenProfile(tx, learner.accountId, seenAt);
  });
}

type Withdrawn = { id: string; statusSeen?: Seen['statusSeen'] };

/**
 * The same for several enrolments with one reason, all or none, in statements whose number does not depend on theirs.
 *
 * @throws AppError as `rejectEnrolment` for a single one; `done` for several, when one of them is refused.
 */
export async function withdrawEnrolments(
  platform: Platform,
  enrolments: readonly Withdrawn[],
  { reason = null, note = null, ...decision }: Omit<Decision, 'enrolmentId'> & GivenDecline,
): Promise<void> {
  const declined = enrolments.map(({ id, statusSeen }) => ({ id, from: fromOf(statusSeen) }));
  await transaction(platform.db, (tx) => declineAll(tx, platform, { reason, note, ...decision, enrolments: declined }));
}

const fromOf = (statusSeen: Seen['statusSeen']) => (statusSeen ? [statusSeen] : moves.reject.from);

/**
 * Declines an enrolment with one of these statuses: stores the reason, frees the seat of its batch, cancels what is
 * left of its fee, and emails the learner.
 *
 * @param action what the audit calls it; by default a rejection.
 * @returns whose enrolment it is.
 * @throws AppError `done` when it has another status, `not-found`.
 */
export async function decline(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { enrolmentId, ...decision }: Decision & Decline & Pick<Change, 'action'>,
  from: readonly Status[],
): Promise<{ accountId: string }> {
  return only(await declineAll(tx, platform, { ...decision, enrolments: [{ id: enrolmentId, from }] }));
}

/** The same for several, all or none. */
async function declineAll(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { reason, note, ...decision }: Omit<Change, 'set' | 'details'> & Decline,
): Promise<Learner[]> {
  const { clock, config } = platform;
  const set = {
    declinedAt: clock(),
    declineReason: reason,
    declineNote: note,
    timesDeclined: sql<number>`times_declined + 1`,
  };
  const summary = declineSummary({ reason, note });
  const details = summary ? { note: summary } : {};
  const learners = await decide(tx, 'reject', { ...decision, set, details }, clock());
  const { actorId } = decision;
  const enrolmentIds = learners.map(({ id }) => id);
  await leaveSeats(tx, platform, enrolmentIds);
  const said = declineSentence({ reason, note });
  const declinesProof = reason === 'fee-not-received';
  await cancelFees(tx, platform, { enrolmentIds, actorId, reason: said, declinesProof });
  const emails = learners.map(({ email, name, courseTitle }) => ({
    to: email,
    values: { name, course: courseTitle, reason: said },
    url: `${config.publicUrl}/EnrollmentRequest`,
  }));
  await sendEmails(tx, config, rejectionEmail, emails);
  return learners;
}

/**
 * Takes back that a learner was dropped from a batch for absence, after a mark was corrected: they are approved again,
 * with their seat and their fee.
 *
 * @throws AppError `done` when the enrolment is not declined, `not-found`.
 */
export async function reinstate(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  decision: Decision,
): Promise<void> {
  const { config, clock } = platform;
  const now = clock();
  const set = { declinedAt: null, declineReason: null, declineNote: null, timesDeclined: 0, seatedAt: now };
  const before = tx.selectFrom('enrolment').select('declinedAt').where('id', '=', decision.enrolmentId);
  const declinedAt = (await before.executeTakeFirst())?.declinedAt;
  const learner = await decideOne(tx, 'reinstate', { ...decision, set, from: moves.reinstate.from }, now);
  if (declinedAt) await restoreFee(tx, platform, decision.enrolmentId, declinedAt);
  await sendEmail(tx, config, acceptanceEmail, {
    to: learner.email,
    values: { name: learner.name, course: learner.courseTitle },
    url: `${config.publicUrl}/UserCource`,
  });
}

type Change = Omit<Decision, 'enrolmentId'> & {
  /** Each with the statuses from which the move is possible. */
  enrolments: readonly { id: string; from: readonly Status[] }[];
  set: UpdateObject<Schema, 'enrolment'>;
  /** The name in the audit; by default that of the move. */
  action?: string;
  details?: { note?: string; outcome?: string; overruled?: string; missing?: string[]; checked?: string[] } | undefined;
  /** Whether the caller has locked them. */
  isLocked?: boolean;
};
type Move = 'accept' | 'reject' | 'reinstate';
type Learner = AddresseeRow & { name: string };

/**
 * Changes the status of enrolments, and what is set with it, if the move is possible from their current ones, all or
 * none; of two concurrent calls, the second sees the status that the first set.
 */
async function decide(
  tx: Tx,
  move: Move,
  { enrolments, actorId, ip, set, action = `enrolment.${move}`, details, isLocked = false }: Change,
  now: Date,
): Promise<Learner[]> {
  const ids = enrolments.map(({ id }) => id);
  if (!isLocked) await lockEnrolments(tx, ids);
  const decided = new Set<string>();
  for (const some of Map.groupBy(enrolments, ({ from }) => from.join()).values()) {
    const rows = await tx
      .updateTable('enrolment')
      .set({ ...set, status: moves[move].to, decidedAt: now, decidedBy: actorId })
      .where(
        among(
          'id',
          some.map(({ id }) => id),
        ),
      )
      .where('status', 'in', some[0]?.from ?? [])
      .where('supersededAt', 'is', null)
      // who waits for a seat has none to be accepted for, and neither has who is in a cancelled batch
      .$if(move === 'accept', (open) => open.where(isUnseated, '=', false).where(isInCancelledBatch, '=', false))
      .returning('id')
      .execute();
    for (const { id } of rows) decided.add(id);
  }
  const found = new Map((await listAddressees(tx, ids)).map((row) => [row.id, row]));
  const refused = ids.flatMap((id) => {
    if (decided.has(id)) return [];
    const one = found.get(id);
    if (!one) return [{ name: 'Somebody', refusal: notFound('There is no such enrollment request.') }];
    return [{ name: fullName(one), refusal: refusal(one) }];
  });
  requireAll(ids.length, refused);
  const act = { actorId, action, ...(details && { details }), ...(ip && { ip }) };
  await appendAudits(
    tx,
    ids.map((id) => ({ ...act, subject: { kind: 'enrolment', id } })),
  );
  return [...found.values()].map((one) => ({ ...one, name: fullName(one) }));
}

type OneChange = Decision & Omit<Change, 'enrolments'> & { from: readonly Status[] };

/** The same for one. */
const decideOne = async (tx: Tx, move: Move, { enrolmentId, from, ...change }: OneChange, now: Date) =>
  only(await decide(tx, move, { ...change, enrolments: [{ id: enrolmentId, from }] }, now));

function only([learner]: readonly Learner[]): Learner {
  if (!learner) throw notFound('There is no such enrollment request.');
  return learner;
}

function refusal({ status, supersededAt, isUnseated, isInCancelledBatch }: AddresseeRow): AppError {
  if (supersededAt) return new AppError('over', 'This enrollment has been replaced by a renewal.');
  if (status !== 'pending') return new AppError('done', `This request is already ${status}.`);
  if (isInCancelledBatch) {
    return new AppError('over', 'The batch of this request is cancelled. Move it to another batch first.');
  }
  if (isUnseated) {
    return new AppError(
      'full',
      'The batch is full, and this request is on its waiting list. Move it to another batch, or add seats.',
    );
  }
  return new AppError('stale', justChanged);
}
