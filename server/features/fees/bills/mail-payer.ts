import { billKindNames } from '@fairlead/contract/fees/bill-state';
import { feeDocumentNames, paymentMethodNames } from '@fairlead/contract/fees/fee-state';
import { dayInWords } from '@fairlead/contract/values/dates';
import { inRupees } from '@fairlead/contract/values/money';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { JobHandler } from '../../../platform/jobs/worker.ts';
import type { Attachment } from '../../../platform/mail/compose.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Typesetter } from '../../../platform/typesetting/typesetter.ts';
import { sendEmail } from '../../academy/index.ts';
import { type DocumentRow, findDocument } from '../document-queries.ts';
import { drawDocument, fileNameOf } from '../draw-document.ts';
import { billCreditedEmail, billPaidEmail } from '../email-templates.ts';
import type { DocumentFacts } from '../issue-document.ts';
import { findEntry } from '../ledger-queries.ts';
import { type BillRow, getBill } from './bill-queries.ts';

/**
 * Mails a payer the credit notes to an invoice, or to the payments of a proforma, as PDF. The payload has `billId` and
 * `documentIds`.
 */
export const mailCreditNotesJob = 'mail-credit-notes';

/** Mails a payer that a payment of a bill was received. The payload has `entryId`, the payment's. */
export const mailReceiptJob = 'mail-receipt';

type Dependencies = Pick<Platform, 'db' | 'config'>;
type Printing = Pick<Typesetter, 'print'>;

/** A credit note to an invoice, or to the payment of a proforma. */
export type IssuedNote = { documentId: string; number: string; billId: string; payerEmail: string };

/** Has the payers who got bills by email get the credit notes to them, in one email for each bill. */
export async function enqueueNotes(tx: Tx, notes: readonly IssuedNote[]): Promise<void> {
  const mailed = notes.filter(({ payerEmail }) => payerEmail !== '');
  for (const billId of new Set(mailed.map((note) => note.billId))) {
    const documentIds = mailed.filter((note) => note.billId === billId).map(({ documentId }) => documentId);
    await enqueue(tx, mailCreditNotesJob, { billId, documentIds });
  }
}

/** What emails say of a bill. */
const namesOf = ({ kind, number, facts }: BillRow) => ({
  name: (facts as unknown as DocumentFacts).recipient.name,
  document: billKindNames[kind].toLowerCase(),
  number,
});

/** The document of a payment of a proforma, to which a credit note is. */
const correctedBy = ({ corrects, correctedKind }: Pick<DocumentRow, 'corrects' | 'correctedKind'>) => ({
  document: correctedKind ? feeDocumentNames[correctedKind].toLowerCase() : '',
  number: corrects ?? '',
});

function restOf({ kind, number, restPaise }: BillRow): string {
  const rest = restPaise === 0 ? 'Nothing' : inRupees(restPaise);
  return `${rest} of ${kind === 'proforma' ? number : 'it'} is left to pay.`;
}

/** Draws documents of the sales register for an email. */
async function attached({ db }: Pick<Dependencies, 'db'>, typesetter: Printing, ids: readonly string[]) {
  const drawn: { attachment: Attachment; row: NonNullable<Awaited<ReturnType<typeof findDocument>>> }[] = [];
  for (const id of ids) {
    const row = await findDocument(db, id);
    if (!row) throw new Error(`There is no document ${id}`);
    const pdf = await drawDocument(db, typesetter, row);
    drawn.push({ row, attachment: { filename: fileNameOf(row.number), base64: pdf.toString('base64') } });
  }
  return drawn;
}

/** The job of `mailCreditNotesJob`; its email has the id of the job as its key, so that a second run sends none. */
export const mailCreditNotes =
  (platform: Dependencies, typesetter: Printing): JobHandler =>
  async ({ id, payload }) => {
    const { db, config } = platform;
    const bill = await getBill(db, String(payload.billId));
    if (bill.payerEmail === '') return;
    const notes = await attached(platform, typesetter, payload.documentIds as string[]);
    const sum = notes.reduce((all, { row }) => all + row.totalPaise, 0);
    const numbers = notes.map(({ row }) => row.number).join(', ');
    const [first] = notes;
    const { reason = '' } = (first?.row.facts ?? {}) as Partial<DocumentFacts>;
    await transaction(db, (tx) =>
      sendEmail(tx, config, billCreditedEmail, {
        to: bill.payerEmail,
        values: {
          ...namesOf(bill),
          ...(bill.kind === 'proforma' && first && correctedBy(first.row)),
          ...{ amount: inRupees(sum), notes: numbers, reason, rest: restOf(bill) },
        },
        attachments: notes.map(({ attachment }) => attachment),
        key: `${mailCreditNotesJob}-${id}`,
      }),
    );
  };

/** The same of `mailReceiptJob`. The invoice that the payment of a proforma got is attached. */
export const mailReceipt =
  (platform: Dependencies, typesetter: Printing): JobHandler =>
  async ({ id, payload }) => {
    const { db, config } = platform;
    const entry = await findEntry(db, String(payload.entryId));
    if (!entry?.billId || !entry.method || entry.isReversed) return;
    const bill = await getBill(db, entry.billId);
    if (bill.payerEmail === '') return;
    const [own] = await attached(platform, typesetter, entry.documentId ? [entry.documentId] : []);
    const { amountPaise, happenedOn, method, reference } = entry;
    await transaction(db, (tx) =>
      sendEmail(tx, config, billPaidEmail, {
        to: bill.payerEmail,
        values: {
          ...namesOf(bill),
          amount: inRupees(amountPaise),
          day: dayInWords(happenedOn),
          method: [paymentMethodNames[method], reference].filter(Boolean).join(', '),
          rest: restOf(bill),
          receipt: own
            ? `The invoice ${own.row.number} for this payment is attached.`
            : 'This email is your receipt: the payment gets no other document.',
        },
        ...(own && { attachments: [own.attachment] }),
        key: `${mailReceiptJob}-${id}`,
      }),
    );
  };
