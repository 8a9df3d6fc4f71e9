import type { PaymentMethod } from '@fairlead/contract/fees/fee-state';
import { inRupees } from '@fairlead/contract/values/money';
import { appendAudit } from '../../platform/audit/append.ts';
import { type CalendarDate, dayAt } from '../../platform/calendar.ts';
import { type Tx, transaction } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { fullName } from '../accounts/index.ts';
import { payerOn } from './bills/bill-payer.ts';
import { mailReceiptJob } from './bills/mail-payer.ts';
import { findLineToSettle, settleLine } from './bills/settle-bill.ts';
import { paymentEmail } from './email-templates.ts';
import { issueForPayment } from './issue-document.ts';
import { appendEntry, isRepeated, type LockedFee, lockFee, requireOpen, requirePastDay } from './ledger.ts';
import { sumCancelled } from './ledger-queries.ts';
import { getFee, isOver } from './queries.ts';
import { balanceOf } from './rules.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/** Who acts, and from where. */
export type By = { actorId: string; ip: string };

export type Payment = {
  enrolmentId: string;
  /** In paise. */
  amount: number;
  method: PaymentMethod;
  reference: string;
  /** The day on which it was received. */
  on: CalendarDate;
};

/**
 * Records money that the academy has received, and emails the learner, and who got a bill for it by email. It settles
 * the invoice that asked for it, or gets a document of its own. The same `requestId` again does nothing.
 *
 * @throws AppError `not-found`, `invalid` for a day in the future, `conflict` for more than what is left to pay, or
 * left of the open invoice, `not-yet` while the place of supply is not known.
 */
export async function recordPayment(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  { requestId, ...payment }: Payment & By & { requestId: string },
): Promise<void> {
  await transaction(platform.db, async (tx) => {
    const fee = await lockFee(tx, payment.enrolmentId);
    const { amount, method, reference, on } = payment;
    if (await isRepeated(tx, fee, { requestId, kind: 'paid', amount, method, reference, on })) return;
    await receivePayment(tx, platform, { ...payment, requestId }, fee);
  });
}

/**
 * The part of a payment that happens in a transaction, also of a confirmed proof. Money may have arrived for an
 * enrolment that was declined: what was cancelled of its fee is charged again as far as it was paid, so that the
 * payment is in the books, and can be refunded.
 *
 * @param locked the fee of the enrolment.
 * @returns the id of the entry.
 * @throws AppError as `recordPayment` does.
 */
export async function receivePayment(
  tx: Tx,
  platform: With,
  { enrolmentId, amount, method, reference, on, actorId, ip, requestId }: Payment & By & { requestId?: string },
  locked: LockedFee,
): Promise<string> {
  const { clock, config } = platform;
  const now = clock();
  requirePastDay(on, dayAt(now, config.timeZone));
  const fee = await getFee(tx, enrolmentId);
  const missing = amount - balanceOf(locked.sums);
  if (missing > 0 && isOver(fee) && missing <= (await sumCancelled(tx, enrolmentId))) {
    const today = dayAt(now, config.timeZone);
    await appendEntry(tx, locked, { kind: 'due', amount: missing, on: today, recordedBy: actorId, at: now });
  }
  requireOpen(locked, amount);
  const recorded = { reference, recordedBy: actorId, at: now, requestId };
  const line = fee.hasBill ? await findLineToSettle(tx, locked, amount) : undefined;
  const billId = line?.billId;
  const entryId = await appendEntry(tx, locked, { kind: 'paid', amount, method, on, billId, ...recorded });
  if (line) await settleLine(tx, line, amount);
  const number = line?.isInvoice
    ? line.number
    : await issueForPayment(tx, platform, fee, {
        ...{ entryId, amount, payment: { method, reference, on } },
        payer: payerOn(line, fee),
      });
  const subject = { kind: 'enrolment', id: enrolmentId };
  const details = { note: `${inRupees(amount)}, ${number}`, method };
  await appendAudit(tx, { actorId, action: 'fee.pay', subject, details, ip });
  if (line && line.payerEmail !== '' && line.payerEmail !== fee.email) await enqueue(tx, mailReceiptJob, { entryId });
  const balance = balanceOf(locked.sums);
  const rest = balance === 0 ? 'Nothing is left to pay.' : `${inRupees(balance)} is left to pay.`;
  await sendEmail(tx, config, paymentEmail, {
    to: fee.email,
    values: {
      name: fullName(fee),
      course: fee.courseTitle,
      amount: inRupees(amount),
      number,
      rest,
      document:
        line?.isInvoice && line.isForSeveral
          ? `It is for the invoice ${number} to ${line.payerName}.`
          : `Your document ${number} is on the page of the fee, to read and to download.`,
    },
    url: `${config.publicUrl}/fees/${enrolmentId}`,
  });
  return entryId;
}
