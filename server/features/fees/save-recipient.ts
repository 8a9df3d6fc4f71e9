import type { RecipientInput } from '@fairlead/contract/academy/fee-fields';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { noSuchFee } from './queries.ts';
import type { By } from './record-payment.ts';

/**
 * Changes who is named on the documents that are issued from now on.
 *
 * @throws AppError `not-found`.
 */
export async function saveRecipient(
  { db }: Pick<Platform, 'db'>,
  {
    enrolmentId,
    recipient,
    actorId,
    ip,
  }: By & {
    enrolmentId: string;
    recipient: RecipientInput;
  },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('fee')
      .set({
        recipientName: recipient.name,
        recipientAddress: recipient.address,
        recipientGstin: recipient.gstin,
        recipientState: recipient.state,
        recipientSez: recipient.sez,
      })
      .where('enrolmentId', '=', enrolmentId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw noSuchFee();
    const subject = { kind: 'enrolment', id: enrolmentId };
    await appendAudit(tx, { actorId, action: 'fee.name-recipient', subject, ip });
  });
}
