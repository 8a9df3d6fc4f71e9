import type { RecipientInput } from '@fairlead/contract/academy/fee-fields';
import type { Tx } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockFee } from './ledger.ts';
import { type By, type Payment, receivePayment } from './record-payment.ts';
import { nameRecipient } from './save-recipient.ts';

/**
 * Records the payment of an enrolment that was made in the same transaction, for a recipient who is named on its
 * document.
 *
 * @throws AppError as `recordPayment` does.
 */
export async function payWithin(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { recipient, ...payment }: Payment & By & { requestId: string; recipient?: RecipientInput | undefined },
): Promise<void> {
  const { enrolmentId, actorId, ip } = payment;
  const fee = await lockFee(tx, enrolmentId);
  if (recipient) await nameRecipient(tx, { enrolmentIds: [enrolmentId], recipient, actorId, ip });
  await receivePayment(tx, platform, payment, fee);
}
