import { inRupees } from '@fairlead/contract/values/money';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { splitIn, sumCredited } from '../document-queries.ts';
import { type DocumentFacts, insertDocument, issueCreditNote } from '../issue-document.ts';
import type { LockedFee } from '../ledger.ts';
import { balanceOf, partOf } from '../rules.ts';
import { type BillLine, getLine, listOpenLines } from './bill-queries.ts';
import { enqueueNotes, type IssuedNote } from './mail-payer.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * The line of an open bill that a payment of a locked fee settles; undefined where there is none. Only a payment that
 * settles a proforma, or nothing, gets a document of its own.
 *
 * @throws AppError `conflict` for a payment of more than what is left of the line: the rest of it is for another one.
 */
export async function findLineToSettle(
  tx: Tx,
  { enrolmentId }: LockedFee,
  amount: number,
): Promise<BillLine | undefined> {
  const [line] = await listOpenLines(tx, [enrolmentId]);
  if (!line || amount <= line.restPaise) return line;
  const message = `Only ${inRupees(line.restPaise)} of it is on ${line.number}. Record this first, and the rest by itself.`;
  throw new AppError('conflict', message, { fields: { amount: message } });
}

/** What changes of a line, in paise. */
type LineChange = { settled: number; credited: number };

async function changeLine(tx: Tx, { id }: Pick<BillLine, 'id'>, { settled, credited }: LineChange): Promise<void> {
  await tx
    .updateTable('feeBillLine')
    .set((e) => ({
      settledPaise: e('settledPaise', '+', settled),
      creditedPaise: e('creditedPaise', '+', credited),
    }))
    .where('id', '=', id)
    .execute();
}

/** Records on the line of a bill that a part of it was paid. */
export const settleLine = (tx: Tx, line: Pick<BillLine, 'id'>, amount: number): Promise<void> =>
  changeLine(tx, line, { settled: amount, credited: 0 });

type Crediting = {
  amount: number;
  /** The entry of the ledger that it is for; null for none, or where that has a credit note already. */
  entryId: string | null;
  payment: DocumentFacts['payment'];
  reason: string;
};

/** Issues the credit note for a part of the line of an invoice. Call it last: it locks the series. */
async function creditLine(
  tx: Tx,
  platform: With,
  line: BillLine,
  { amount, entryId, payment, reason }: Crediting,
): Promise<IssuedNote> {
  const { billId, payerEmail, documentId, enrolmentId, courseTitle, reference } = line;
  const { bill: _, ...facts } = line.facts as unknown as DocumentFacts;
  const before = await sumCredited(tx, documentId ?? '', enrolmentId);
  const split = partOf(splitIn({ ...line, totalPaise: line.amountPaise }), amount, before);
  const { id, number } = await insertDocument(tx, platform, {
    kind: 'credit-note',
    entryId,
    enrolmentId,
    split,
    facts: { ...facts, person: line.personName, courseTitle, reference, payment, reason },
    correctsId: documentId,
  });
  return { documentId: id, number, billId, payerEmail };
}

/** A payment that is undone, with the bill that it had settled. */
type Undone = { paymentId: string; billId: string | null; enrolmentId: string };
type Undoing = Crediting & { entryId: string; payment: NonNullable<DocumentFacts['payment']> };

/** Issues the credit note to the payment's own document; the payer of the proforma that asked for it gets it too. */
async function creditOwnDocument(
  tx: Tx,
  platform: With,
  { paymentId, line }: { paymentId: string; line: BillLine | undefined },
  crediting: Undoing,
): Promise<string | undefined> {
  const note = await issueCreditNote(tx, platform, { ofEntryId: paymentId, ...crediting });
  if (!note) return undefined;
  const { id: documentId, number } = note;
  if (line) await enqueueNotes(tx, [{ documentId, number, billId: line.billId, payerEmail: line.payerEmail }]);
  return number;
}

/**
 * Credits a payment that was paid back: with a credit note to the invoice that it had settled, or else to its own
 * document. Its bill asks for nothing of it again. Call it last.
 *
 * @returns the number of the credit note; undefined for a payment without a document.
 */
export async function creditPaid(
  tx: Tx,
  platform: With,
  { paymentId, ...settled }: Undone,
  crediting: Undoing,
): Promise<string | undefined> {
  const line = await findLine(tx, settled);
  if (line) await changeLine(tx, line, { settled: -crediting.amount, credited: crediting.amount });
  if (!line?.isInvoice) return creditOwnDocument(tx, platform, { paymentId, line }, crediting);
  const note = await creditLine(tx, platform, line, crediting);
  await enqueueNotes(tx, [note]);
  return note.number;
}

/**
 * The same for a payment that was recorded by mistake: what its bill had asked for is due again. Its own document gets
 * a credit note; an invoice before payment stands as it was.
 *
 * @returns the number of the credit note; undefined for none.
 */
export async function unsettle(
  tx: Tx,
  platform: With,
  { paymentId, ...settled }: Undone,
  crediting: Undoing,
): Promise<string | undefined> {
  const line = await findLine(tx, settled);
  if (line) await settleLine(tx, line, -crediting.amount);
  return line?.isInvoice ? undefined : creditOwnDocument(tx, platform, { paymentId, line }, crediting);
}

const findLine = async (tx: Tx, { billId, enrolmentId }: Pick<Undone, 'billId' | 'enrolmentId'>) =>
  billId === null ? undefined : getLine(tx, billId, enrolmentId);

/**
 * Takes back what is left to pay of the line of a bill, or a part of it: of an invoice by a credit note, which it
 * returns; a proforma is no tax document, and gets none.
 */
async function creditRest(
  tx: Tx,
  platform: With,
  line: BillLine,
  crediting: Omit<Crediting, 'payment'>,
): Promise<IssuedNote | undefined> {
  await changeLine(tx, line, { settled: 0, credited: crediting.amount });
  return line.isInvoice ? creditLine(tx, platform, line, { ...crediting, payment: null }) : undefined;
}

/**
 * Takes back what bills ask for of locked fees and no longer may: all of a cancelled bill, such as after the reversal
 * of a payment that it got before; all of a proforma of a fee for which a bill was issued since; and of the others, the
 * newest first, what is more than what is left to pay, such as after a waiver or a decline. Payers who got an invoice
 * by email get its credit notes. Call it last.
 *
 * @returns the numbers of the credit notes.
 */
export async function creditExcess(
  tx: Tx,
  platform: With,
  fees: readonly LockedFee[],
  { entryId, reason }: Pick<Crediting, 'entryId' | 'reason'>,
): Promise<string[]> {
  const lines = await listOpenLines(
    tx,
    fees.map(({ enrolmentId }) => enrolmentId),
  );
  const notes: IssuedNote[] = [];
  for (const { enrolmentId, sums } of lines.length === 0 ? [] : fees) {
    const ofFee = lines.filter((line) => line.enrolmentId === enrolmentId).reverse();
    let excess = ofFee.reduce((sum, { isOver, restPaise }) => sum + (isOver ? 0 : restPaise), 0) - balanceOf(sums);
    for (const line of ofFee) {
      const amount = line.isOver ? line.restPaise : Math.min(Math.max(excess, 0), line.restPaise);
      if (amount === 0) continue;
      if (!line.isOver) excess -= amount;
      const note = await creditRest(tx, platform, line, {
        amount,
        entryId: notes.length === 0 ? entryId : null,
        reason,
      });
      if (note) notes.push(note);
    }
  }
  await enqueueNotes(tx, notes);
  return notes.map(({ number }) => number);
}
