import type { PaymentMethod } from '@fairlead/contract/fees/fee-state';
import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { creditPaid } from './bills/settle-bill.ts';
import { refundEmail } from './email-templates.ts';
import { appendEntry, changeOf, isRepeated, lockEntry, requirePastDay } from './ledger.ts';
import { getFee } from './queries.ts';
import type { By } from './record-payment.ts';
import { refundableOf } from './rules.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

type Refund = By & {
  /** The payment. */
  entryId: string;
  requestId: string;
  /** In paise. */
  amount: number;
  method: PaymentMethod;
  reference: string;
  on: CalendarDate;
  reason: string;
};

/**
 * Records that a payment was paid back, in part or as a whole, issues the credit note, and emails the learner. The fee
 * is lowered by the same amount. The same `requestId` again does nothing.
 *
 * @returns the enrolment.
 * @throws AppError `not-found`, `invalid` for a day in the future, `conflict` for an entry that is no payment, one that
 * was reversed, and for more than what is left of it.
 */
export async function refundPayment(platform: Dependencies, refund: Refund): Promise<string> {
  const { db, clock, config } = platform;
  const { entryId, requestId, amount, method, reference, on, reason, actorId, ip } = refund;
  const now = clock();
  return transaction(db, async (tx) => {
    const { fee, entry } = await lockEntry(tx, entryId);
    const { enrolmentId } = fee;
    const paidBack = { kind: 'refunded', amount, of: entryId, method, reference, reason, on } as const;
    if (await isRepeated(tx, fee, { requestId, ...paidBack })) return enrolmentId;
    if (entry.kind !== 'paid') throw new AppError('conflict', 'Only a payment can be refunded.');
    requirePastDay(on, dayAt(now, config.timeZone));
    const left = refundableOf({
      amount: entry.amountPaise,
      isReversed: entry.isReversed,
      refunded: entry.refundedPaise,
    });
    if (amount > left) {
      const message = left === 0 ? 'Nothing of this payment is left.' : `Only ${inRupees(left)} of it is left.`;
      throw new AppError('conflict', message, { fields: { amount: message } });
    }
    const recorded = { reference, reason, recordedBy: actorId, at: now, requestId };
    const of = { id: entryId, change: changeOf(entry) };
    const { billId } = entry;
    const refundId = await appendEntry(tx, fee, { kind: 'refunded', amount, method, on, of, billId, ...recorded });
    const payment = { method, reference, on };
    const crediting = { entryId: refundId, amount, payment, reason };
    const number = await creditPaid(tx, platform, { paymentId: entryId, billId, enrolmentId }, crediting);
    const subject = { kind: 'enrolment', id: enrolmentId };
    const details = { note: [`${inRupees(amount)}: ${reason}`, number].filter(Boolean).join(', '), method };
    await appendAudit(tx, { actorId, action: 'fee.refund', subject, details, ip });
    const { email, courseTitle, ...person } = await getFee(tx, enrolmentId);
    await sendEmail(tx, config, refundEmail, {
      to: email,
      values: { name: fullName(person), course: courseTitle, amount: inRupees(amount), number: number ?? '', reason },
      url: `${config.publicUrl}/fees/${enrolmentId}`,
    });
    return enrolmentId;
  });
}
