import { billKindNames } from '@fairlead/contract/fees/bill-state';
import { dayInWords } from '@fairlead/contract/values/dates';
import { inRupees } from '@fairlead/contract/values/money';
import { transaction } from '../../../platform/db/database.ts';
import type { JobHandler } from '../../../platform/jobs/worker.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Typesetter } from '../../../platform/typesetting/typesetter.ts';
import { sendEmail } from '../../academy/index.ts';
import { drawBill, fileNameOf } from '../draw-document.ts';
import { billEmail, billReminderEmail } from '../email-templates.ts';
import type { DocumentFacts } from '../issue-document.ts';
import { getBill } from './bill-queries.ts';

/** Mails a bill to its payer, with the PDF. The payload has `billId`, and `isReminder` for a reminder. */
export const mailBillJob = 'mail-bill';

/**
 * Draws a bill and puts the email with it into the outbox, outside of the transaction that issued it. The email has the
 * id of this job as its key, so that a second run sends none. One that was cancelled
 * meanwhile is not sent, and no reminder of one that was paid.
 */
export const mailBill =
  ({ db, config }: Pick<Platform, 'db' | 'config'>, typesetter: Pick<Typesetter, 'print'>): JobHandler =>
  async ({ id, payload }) => {
    const bill = await getBill(db, String(payload.billId));
    const isReminder = payload.isReminder === true;
    if (bill.cancelledAt || bill.payerEmail === '' || (isReminder && bill.restPaise === 0)) return;
    const pdf = await drawBill(db, typesetter, bill);
    const { recipient } = bill.facts as unknown as DocumentFacts;
    await transaction(db, (tx) =>
      sendEmail(tx, config, isReminder ? billReminderEmail : billEmail, {
        to: bill.payerEmail,
        values: {
          name: recipient.name,
          document: billKindNames[bill.kind].toLowerCase(),
          number: bill.number,
          amount: inRupees(isReminder ? bill.restPaise : bill.totalPaise),
          day: dayInWords(bill.dueOn),
          order: bill.purchaseOrder && `Your purchase order: ${bill.purchaseOrder}.`,
        },
        attachment: { filename: fileNameOf(bill.number), base64: pdf.toString('base64') },
        key: `mail-bill-${id}`,
      }),
    );
  };
