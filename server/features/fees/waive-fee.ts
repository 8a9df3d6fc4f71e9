import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { creditExcess } from './bills/settle-bill.ts';
import { appendEntry, isRepeated, lockFee, requireOpen } from './ledger.ts';
import type { By, Payment } from './record-payment.ts';

/**
 * Waives a part of what is left to pay; an open invoice that asks for it gets a credit note. The same `requestId` again
 * does nothing.
 *
 * @throws AppError `not-found`, `conflict` for more than what is left to pay.
 */
export async function waiveFee(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  {
    enrolmentId,
    requestId,
    amount,
    reason,
    actorId,
    ip,
  }: Pick<Payment, 'enrolmentId' | 'amount'> & By & { requestId: string; reason: string },
): Promise<void> {
  const { db, clock, config } = platform;
  const now = clock();
  await transaction(db, async (tx) => {
    const fee = await lockFee(tx, enrolmentId);
    if (await isRepeated(tx, fee, { requestId, kind: 'waived', amount, reason })) return;
    requireOpen(fee, amount);
    const on = dayAt(now, config.timeZone);
    const waived = { amount, on, reason, recordedBy: actorId, at: now, requestId };
    const entryId = await appendEntry(tx, fee, { kind: 'waived', ...waived });
    const credited = await creditExcess(tx, platform, [fee], { entryId, reason });
    const subject = { kind: 'enrolment', id: enrolmentId };
    const details = { note: [`${inRupees(amount)}: ${reason}`, ...credited].join(', ') };
    await appendAudit(tx, { actorId, action: 'fee.waive', subject, details, ip });
  });
}
