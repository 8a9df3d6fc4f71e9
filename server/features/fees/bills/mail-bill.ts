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
 * id of this job as its key, so that a second run sends none. A proforma that was cancelled
 * meanwhile is not sent, and no reminder of what was paid or cancelled; a tax invoice is, since its credit note is,
 * too.
 */
export const mailBill =
  ({ db, config }: Pick<Platform, 'db' | 'config'>, typesetter: Pick<Typesetter, 'print'>): JobHandler =>
  async ({ id, payload }) => {
    const bill = await getBill(db, String(payload.billId));
    const isReminder = payload.isReminder === true;
    const isOver = bill.restPaise === 0 && (isReminder || bill.kind === 'proforma');
    if (bill.payerEmail === '' || isOver) return;
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
        attachments: [{ filename: fileNameOf(bill.number), base64: pdf.toString('base64') }],
        key: `mail-bill-${id}`,
      }),
    );
  };
