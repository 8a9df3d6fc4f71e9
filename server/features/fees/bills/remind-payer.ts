import { appendAudit } from '../../../platform/audit/append.ts';
import { addDays, type CalendarDate, dayAt } from '../../../platform/calendar.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getFeeSettings } from '../../academy/index.ts';
import type { By } from '../record-payment.ts';
import { type BillRow, getBill, listLines, listOverdueBills } from './bill-queries.ts';
import { mailBillJob } from './mail-bill.ts';

type Dependencies = Pick<Platform, 'db' | 'config' | 'clock'>;

/** The days after which somebody is reminded of the same bill again by the program. */
const daysBetweenReminders = 7;

/**
 * Mails the payer of a bill a reminder, unless the address got one today, of this bill or another.
 *
 * @throws AppError `not-found`, `conflict` for a bill without an address or with nothing left to pay, `done` for an
 * address that was reminded today.
 */
export async function remindPayer(
  { db, config, clock }: Dependencies,
  { billId, actorId, ip }: By & { billId: string },
): Promise<BillRow> {
  const today = dayAt(clock(), config.timeZone);
  return transaction(db, async (tx) => {
    const bill = await lockBill(tx, billId);
    if (bill.payerEmail === '') throw new AppError('conflict', 'This invoice has no email address of a payer.');
    if (bill.cancelledAt || bill.restPaise === 0) {
      throw new AppError('conflict', 'Nothing of this invoice is left to pay.');
    }
    if (!(await note(tx, bill, today))) throw new AppError('done', 'This payer was sent a reminder today.');
    for (const { enrolmentId: id } of await listLines(tx, billId)) {
      const details = { note: bill.number };
      await appendAudit(tx, { actorId, action: 'fee.remind-payer', subject: { kind: 'enrolment', id }, details, ip });
    }
    return getBill(tx, billId);
  });
}

/** Locks the bills to the address of a bill, so that of two reminders at once one is sent, and reads this one. */
async function lockBill(tx: Tx, billId: string): Promise<BillRow> {
  const { payerEmail } = await getBill(tx, billId);
  const those = tx.selectFrom('feeBill').select('id').orderBy('id').forNoKeyUpdate();
  await (payerEmail === '' ? those.where('id', '=', billId) : those.where('payerEmail', '=', payerEmail)).execute();
  return getBill(tx, billId);
}

/** Notes and enqueues a reminder; false where the address got one on that day. */
async function note(tx: Tx, { id, payerEmail }: BillRow, today: CalendarDate): Promise<boolean> {
  const before = tx
    .selectFrom('feeBill')
    .select('id')
    .where('payerEmail', '=', payerEmail)
    .where('remindedOn', '>=', today);
  if (await before.executeTakeFirst()) return false;
  await tx.updateTable('feeBill').set({ remindedOn: today }).where('id', '=', id).execute();
  await enqueue(tx, mailBillJob, { billId: id, isReminder: true });
  return true;
}

/**
 * Reminds the payers of overdue bills, if the academy has switched that on: of each bill once a week, and no address
 * twice a day. Idempotent.
 */
export async function remindOfOverdue({ db, config, clock }: Dependencies): Promise<void> {
  const { isOn, remindsOverdue } = await getFeeSettings(db);
  if (!isOn || !remindsOverdue) return;
  const today = dayAt(clock(), config.timeZone);
  const remindedBefore = addDays(today, 1 - daysBetweenReminders);
  const overdue = await listOverdueBills(db, { today, remindedBefore });
  for (const { id } of overdue) {
    await transaction(db, async (tx) => {
      const bill = await lockBill(tx, id);
      const isOpen = !bill.cancelledAt && bill.restPaise > 0 && bill.payerEmail !== '';
      if (isOpen && !(bill.remindedOn && bill.remindedOn >= remindedBefore)) await note(tx, bill, today);
    });
  }
}
