import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockFees } from '../ledger.ts';
import type { By } from '../record-payment.ts';
import { type BillRow, getBill, listLines } from './bill-queries.ts';
import { creditExcess } from './settle-bill.ts';

/**
 * Takes back what is not paid of a bill, with a credit note for each line of an invoice; the fees stay due. Does
 * nothing for one that is cancelled already.
 *
 * @throws AppError `not-found`, `conflict` for one of which nothing is left to pay.
 */
export async function cancelBill(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { billId, reason, actorId, ip }: By & { billId: string; reason: string },
): Promise<BillRow> {
  return transaction(platform.db, async (tx) => {
    const enrolmentIds = (await listLines(tx, billId)).map(({ enrolmentId }) => enrolmentId);
    const fees = await lockFees(tx, enrolmentIds);
    const bill = await getBill(tx, billId);
    if (bill.cancelledAt) return bill;
    if (bill.restPaise === 0) throw new AppError('conflict', 'Nothing of this invoice is left to pay.');
    await tx.updateTable('feeBill').set({ cancelledAt: platform.clock() }).where('id', '=', billId).execute();
    const numbers = await creditExcess(tx, platform, fees, { entryId: null, reason });
    for (const id of enrolmentIds) {
      const details = { note: [`${bill.number}: ${reason}`, ...numbers].join(', ') };
      await appendAudit(tx, { actorId, action: 'fee.cancel-bill', subject: { kind: 'enrolment', id }, details, ip });
    }
    return getBill(tx, billId);
  });
}
