import { type Decline, declineSentence, declineSummary } from '@fairlead/contract/enrolment-state';
import { sql, type UpdateObject } from 'kysely';
import { AppError, notFound } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { decideAll } from '../../platform/http/decide-all.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/send-email.ts';
import { fullName } from '../accounts/full-name.ts';
import { justChanged, leaveSeat, lockEnrolment, lockEnrolments } from '../batches/seats.ts';
import { cancelFee, restoreFee } from '../fees/charge-fee.ts';
import { confirmProof } from '../fees/decide-proof.ts';
import { demandNoOpenRequest } from '../seafarers/ask-for-document.ts';
import { demandSeenProfile, recordIdentityCheck } from '../seafarers/confirm-identity.ts';
import { acceptanceEmail, rejectionEmail } from './email-templates.ts';
import { findAddresseeOf, isInCancelledBatch, isUnseated } from './queries.ts';
import { moves, type Status } from './rules.ts';

type Decision = { enrolmentId: string; actorId: string; ip?: string };
type Seen = {
  seenAt?: Date | 'none' | undefined;
  stateSeen?: 'requested' | 'document-needed' | undefined;
  proofId?: string | undefined;
  statusSeen?: (typeof moves.reject.from)[number] | undefined;
};

/**
 * Accepts a request, which opens the course to the learner. It also records that the staff member checked the documents
 * shown with it. A learner without a profile can be accepted too, and is checked once there is one.
 *
 * @param seenAt when the profile that was checked was last changed, or 'none' if there was none; without it, an
 * identity that has changed since a check still waits for one.
 * @param stateSeen the state of the request; with 'requested', it is only accepted while no document is waited for.
 * @param proofId the proof of payment that is confirmed with the request, in the same transaction.
 * @throws AppError `conflict` when the request is no longer pending, waits for a seat of its batch, its batch is
 * cancelled, the profile has changed since, a document has been asked for since, or the proof no longer waits;
 * `not-found`.
 */
export async function acceptEnrolment(
  platform: Platform,
  decision: Decision & { ip: string },
  { seenAt, stateSeen, proofId }: Seen,
): Promise<void> {
  const { db, config, clock } = platform;
  await transaction(db, async (tx) => {
    const learner = await admit(tx, decision, clock());
    if (stateSeen === 'requested') await demandNoOpenRequest(tx, learner.accountId);
    const check = { accountId: learner.accountId, actorId: decision.actorId, seenAt, now: clock() };
    await recordIdentityCheck(tx, { ...check, keepsHold: seenAt === undefined });
    await sendEmail(tx, config, acceptanceEmail, {
      to: learner.email,
      values: { name: learner.name, course: learner.courseTitle },
      url: `${config.publicUrl}/UserCource`,
    });
    if (proofId) await confirmProof(tx, platform, { proofId, ...decision });
  });
}

/**
 * Accepts a pending enrolment, without a check of documents and without an email.
 *
 * @param action what the audit calls it.
 * @returns the learner and the course, for the email.
 * @throws AppError `conflict` when it is no longer pending, waits for a seat or is in a cancelled batch, `not-found`.
 */
export function admit(tx: Tx, decision: Decision & Pick<Change, 'action' | 'details'>, now: Date) {
  const settled = { declinedAt: null, declineReason: null, declineNote: null, timesDeclined: 0 };
  return decide(tx, 'accept', { ...decision, set: settled }, moves.accept.from, now);
}

/**
 * Rejects a request, or withdraws an acceptance; the progress is kept in both cases. The reason is stored, and emailed
 * to the learner.
 *
 * @param statusSeen the status that the decision was based on; the request is only rejected if it still has it.
 * @param seenAt when the profile that was seen was last changed, or 'none' if there was none; the request of somebody
 * who has changed it since is not rejected, since the reason may be gone.
 * @throws AppError `conflict` when it is rejected already or has a status other than `statusSeen`, or the profile has
 * changed since; `not-found`.
 */
export async function rejectEnrolment(
  platform: Platform,
  { reason = null, note = null, ...decision }: Decision & Partial<Decline>,
  { statusSeen, seenAt }: Pick<Seen, 'statusSeen' | 'seenAt'>,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    const learner = await decline(tx, platform, { reason, note, ...decision }, fromOf(statusSeen));
    if (seenAt) await demandSeenProfile(tx, learner.accountId, seenAt);
  });
}

type Withdrawn = { id: string; statusSeen?: Seen['statusSeen'] };

/**
 * The same for several enrolments with one reason, all or none.
 *
 * @throws AppError as `rejectEnrolment` for a single one; `conflict` for several, when one of them is refused.
 */
export async function withdrawEnrolments(
  platform: Platform,
  enrolments: readonly Withdrawn[],
  { reason = null, note = null, ...decision }: Omit<Decision, 'enrolmentId'> & Partial<Decline>,
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    await decideAll(await lockEnrolments(tx, enrolments), {
      decide: ({ id, statusSeen }) =>
        decline(tx, platform, { reason, note, enrolmentId: id, ...decision }, fromOf(statusSeen)),
      nameOf: async ({ id }) => {
        const found = await findAddresseeOf(tx, id);
        return found ? fullName(found) : 'Somebody';
      },
    });
  });
}

const fromOf = (statusSeen: Seen['statusSeen']) => (statusSeen ? [statusSeen] : moves.reject.from);

/**
 * Declines an enrolment with one of these statuses: stores the reason, frees the seat of its batch, cancels what is left
 * of its fee, and emails the learner.
 *
 * @param action what the audit calls it; by default a rejection.
 * @returns whose enrolment it is.
 * @throws AppError `conflict` when it has another status, `not-found`.
 */
export async function decline(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { reason, note, ...decision }: Decision & Decline & Pick<Change, 'action'>,
  from: readonly Status[],
): Promise<{ accountId: string }> {
  const { clock, config } = platform;
  const set = {
    ...{ declinedAt: clock(), declineReason: reason, declineNote: note },
    timesDeclined: sql<number>`times_declined + 1`,
  };
  const summary = declineSummary({ reason, note });
  const details = summary ? { note: summary } : {};
  const learner = await decide(tx, 'reject', { ...decision, set, details }, from, clock());
  await leaveSeat(tx, platform, decision.enrolmentId);
  const { enrolmentId, actorId } = decision;
  const cancelling = { enrolmentId, actorId, declinesProof: reason === 'fee-not-received' };
  await cancelFee(tx, platform, { ...cancelling, reason: declineSentence({ reason, note }) });
  await sendEmail(tx, config, rejectionEmail, {
    to: learner.email,
    values: { name: learner.name, course: learner.courseTitle, reason: declineSentence({ reason, note }) },
    url: `${config.publicUrl}/EnrollmentRequest`,
  });
  return learner;
}

/**
 * Takes back that a learner was dropped from a batch for absence, after a mark was corrected: they are approved again,
 * with their seat and their fee.
 *
 * @throws AppError `conflict` when the enrolment is not declined, `not-found`.
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
  const learner = await decide(tx, 'reinstate', { ...decision, set }, moves.reinstate.from, now);
  if (declinedAt) await restoreFee(tx, platform, decision.enrolmentId, declinedAt);
  await sendEmail(tx, config, acceptanceEmail, {
    to: learner.email,
    values: { name: learner.name, course: learner.courseTitle },
    url: `${config.publicUrl}/UserCource`,
  });
}

type Change = Decision & {
  set: UpdateObject<Schema, 'enrolment'>;
  /** The name in the audit; by default that of the move. */
  action?: string;
  details?: { note?: string; outcome?: string };
};

/**
 * Changes the status, and what is set with it, if the move is possible from the current one; of two concurrent calls,
 * the second sees the status that the first set.
 */
async function decide(
  tx: Tx,
  move: 'accept' | 'reject' | 'reinstate',
  { enrolmentId, actorId, ip, set, action = `enrolment.${move}`, details }: Change,
  from: readonly Status[],
  now: Date,
) {
  await lockEnrolment(tx, enrolmentId);
  const decided = await tx
    .updateTable('enrolment')
    .set({ ...set, status: moves[move].to, decidedAt: now, decidedBy: actorId })
    .where('id', '=', enrolmentId)
    .where('status', 'in', from)
    .where('supersededAt', 'is', null)
    // who waits for a seat has none to be accepted for, and neither has who is in a cancelled batch
    .$if(move === 'accept', (open) => open.where(isUnseated, '=', false).where(isInCancelledBatch, '=', false))
    .returning('id')
    .executeTakeFirst();
  const found = await findAddresseeOf(tx, enrolmentId);
  if (!found) throw notFound('There is no such enrollment request.');
  if (!decided) throw new AppError('conflict', refusal(found));
  const subject = { kind: 'enrolment', id: enrolmentId };
  await appendAudit(tx, { actorId, action, subject, ...(details && { details }), ...(ip && { ip }) });
  return { ...found, name: fullName(found) };
}

type Found = { status: Status; supersededAt: Date | null; isUnseated: boolean; isInCancelledBatch: boolean };

function refusal({ status, supersededAt, isUnseated, isInCancelledBatch }: Found): string {
  if (supersededAt) return 'This enrollment has been replaced by a renewal.';
  if (status !== 'pending') return `This request is already ${status}.`;
  if (isInCancelledBatch) return 'The batch of this request is cancelled. Move it to another batch first.';
  if (isUnseated) {
    return 'The batch is full, and this request is on its waiting list. Move it to another batch, or add seats.';
  }
  return justChanged;
}
