import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { creditExcess, unsettle } from './bills/settle-bill.ts';
import { appendEntry, changeOf, lockEntry } from './ledger.ts';
import { getFee, isOver } from './queries.ts';
import type { By } from './record-payment.ts';
import { balanceOf } from './rules.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

/**
 * Undoes a payment or a waiver that was recorded by mistake. What it had settled is due again, unless the enrolment is
 * declined or renewed; a payment gets a credit note, and the bill that it had settled is open again, unless that was
 * cancelled or replaced. Does nothing for one that is reversed already.
 *
 * @returns the enrolment.
 * @throws AppError `not-found`, `conflict` for another kind of entry, and a payment of which a part was refunded.
 */
export async function reverseEntry(
  platform: Dependencies,
  { entryId, reason, actorId, ip }: By & { entryId: string; reason: string },
): Promise<string> {
  const { db, clock, config } = platform;
  const now = clock();
  const on = dayAt(now, config.timeZone);
  return transaction(db, async (tx) => {
    const { fee, entry } = await lockEntry(tx, entryId);
    const { enrolmentId } = fee;
    if (entry.isReversed) return enrolmentId;
    if (entry.kind !== 'paid' && entry.kind !== 'waived') {
      throw new AppError('conflict', 'Only a payment or a waiver can be reversed.');
    }
    if (entry.refundedPaise > 0) {
      throw new AppError('conflict', 'A part of this payment was refunded. Refund the rest instead.');
    }
    const { amountPaise: amount, reference, billId } = entry;
    const method = entry.method ?? undefined;
    const of = { id: entryId, change: changeOf(entry) };
    const recorded = { reference, reason, recordedBy: actorId, at: now };
    const reversalId = await appendEntry(tx, fee, { kind: 'reversed', amount, method, on, of, billId, ...recorded });
    const balance = balanceOf(fee.sums);
    if (isOver(await getFee(tx, enrolmentId)) && balance > 0) {
      await appendEntry(tx, fee, { kind: 'cancelled', amount: balance, on, reason, recordedBy: actorId, at: now });
    }
    const payment = method && { method, reference, on };
    const undone = { paymentId: entryId, billId, enrolmentId };
    const number = payment && (await unsettle(tx, platform, undone, { entryId: reversalId, amount, payment, reason }));
    const credited = await creditExcess(tx, platform, [fee], { entryId: number ? null : reversalId, reason });
    const subject = { kind: 'enrolment', id: enrolmentId };
    const details = { note: [`${inRupees(amount)}: ${reason}`, number, ...credited].filter(Boolean).join(', ') };
    await appendAudit(tx, { actorId, action: 'fee.reverse', subject, details, ip });
    return enrolmentId;
  });
}
