import type { Confirmation } from '@fairlead/contract/fees/calls';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { proofDeclinedEmail } from './email-templates.ts';
import { lockFee } from './ledger.ts';
import { getFee, noSuchProof } from './queries.ts';
import { type By, receivePayment } from './record-payment.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

/** Locks the fee of a proof, and reads both as they are then. */
async function lockProof(tx: Tx, proofId: string) {
  const proof = tx.selectFrom('feeProof').selectAll().where('id', '=', proofId);
  const found = await proof.executeTakeFirst();
  if (!found) throw noSuchProof();
  const fee = await lockFee(tx, found.enrolmentId);
  const now = await proof.executeTakeFirst();
  if (!now) throw noSuchProof();
  if (now.state !== 'waiting') {
    throw new AppError('done', `This proof of payment is already ${now.state}.`);
  }
  return { proof: now, fee };
}

/**
 * Confirms a proof of payment: records the payment as the learner has entered it, or as staff correct it.
 *
 * @param enrolmentId the enrolment that it must belong to, where it is confirmed together with a request.
 * @returns the enrolment.
 * @throws AppError `not-found`, `done` when it does not wait any more, and as `recordPayment` does.
 */
export async function confirmProof(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { proofId, seen = {}, enrolmentId, ...by }: By & { proofId: string; seen?: Confirmation; enrolmentId?: string },
): Promise<string> {
  const { proof, fee } = await lockProof(tx, proofId);
  if (enrolmentId !== undefined && proof.enrolmentId !== enrolmentId) throw noSuchProof();
  const payment = {
    enrolmentId: proof.enrolmentId,
    amount: seen.amount ?? proof.amountPaise,
    method: seen.method ?? proof.method,
    reference: seen.reference ?? proof.reference,
    on: seen.on ?? proof.paidOn,
    ...by,
  };
  const entryId = await receivePayment(tx, platform, payment, fee);
  await tx
    .updateTable('feeProof')
    .set({ state: 'confirmed', decidedAt: platform.clock(), decidedBy: by.actorId, entryId })
    .where('id', '=', proofId)
    .execute();
  return proof.enrolmentId;
}

/** The same in a transaction of its own. */
export const confirmProofAlone = (platform: Dependencies, confirming: By & { proofId: string; seen: Confirmation }) =>
  transaction(platform.db, (tx) => confirmProof(tx, platform, confirming));

/**
 * Declines a proof of payment, and emails the reason to the learner, who can send another one.
 *
 * @throws AppError `not-found`, `done` when it does not wait any more.
 */
export async function declineProof(
  { db, clock, config }: Dependencies,
  { proofId, reason, actorId, ip }: By & { proofId: string; reason: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { enrolmentId } = (await lockProof(tx, proofId)).proof;
    await tx
      .updateTable('feeProof')
      .set({ state: 'declined', decidedAt: clock(), decidedBy: actorId, reason })
      .where('id', '=', proofId)
      .execute();
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { actorId, action: 'fee.decline-proof', subject, details: { note: reason }, ip });
    const fee = await getFee(tx, enrolmentId);
    await sendEmail(tx, config, proofDeclinedEmail, {
      to: fee.email,
      values: { name: fullName(fee), course: fee.courseTitle, reason },
      url: `${config.publicUrl}/fees/${enrolmentId}`,
    });
  });
}
