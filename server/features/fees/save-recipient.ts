import type { RecipientInput } from '@fairlead/contract/academy/fee-fields';
import { sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockFee } from './ledger.ts';
import type { By } from './record-payment.ts';

type Naming = By & { recipient: RecipientInput };

/**
 * Changes who is named on the documents of a fee that are issued from now on.
 *
 * @throws AppError `not-found`.
 */
export async function saveRecipient(
  { db }: Pick<Platform, 'db'>,
  { enrolmentId, ...naming }: Naming & { enrolmentId: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockFee(tx, enrolmentId);
    await nameRecipient(tx, { enrolmentIds: [enrolmentId], ...naming });
  });
}

/** The same for several fees, which are locked; those that name them already are left as they are. */
export async function nameRecipient(
  tx: Tx,
  { enrolmentIds, recipient, actorId, ip }: Naming & { enrolmentIds: readonly string[] },
): Promise<void> {
  const { name, address, gstin, state, sez } = recipient;
  const renamed = await tx
    .updateTable('fee')
    .set({
      recipientName: name,
      recipientAddress: address,
      recipientGstin: gstin,
      recipientState: state,
      recipientSez: sez,
    })
    .where(among('enrolmentId', enrolmentIds))
    .where(
      sql<boolean>`(recipient_name, recipient_address, recipient_gstin, recipient_state, recipient_sez)
        is distinct from (${name}, ${address}, ${gstin}, ${state}, ${sez})`,
    )
    .returning('enrolmentId')
    .execute();
  for (const { enrolmentId: id } of renamed) {
    await appendAudit(tx, { actorId, action: 'fee.name-recipient', subject: { kind: 'enrolment', id }, ip });
  }
}
