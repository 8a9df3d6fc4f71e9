import { inRupees } from '@fairlead/contract/values/money';
import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { splitIn, sumCredited } from '../document-queries.ts';
import { type DocumentFacts, insertDocument } from '../issue-document.ts';
import type { LockedFee } from '../ledger.ts';
import { balanceOf, partOf } from '../rules.ts';
import { getLine, type InvoiceLine, listOpenLines } from './bill-queries.ts';

type With = Pick<Platform, 'config' | 'clock'>;

/**
 * The line of an open invoice that a payment of a locked fee settles; undefined where there is none, and the payment
 * gets a document of its own.
 *
 * @throws AppError `conflict` for a payment of more than what is left of the invoice: the rest of it needs its own one.
 */
export async function findLineToSettle(
  tx: Tx,
  { enrolmentId }: LockedFee,
  amount: number,
): Promise<InvoiceLine | undefined> {
  const [line] = await listOpenLines(tx, [enrolmentId]);
  if (!line || amount <= line.restPaise) return line;
  const message = `Only ${inRupees(line.restPaise)} of it is on ${line.number}. Record this first, and the rest by itself.`;
  throw new AppError('conflict', message, { fields: { amount: message } });
}

/** What changes of a line, in paise. */
type LineChange = { settled: number; credited: number };

async function changeLine(tx: Tx, { id }: Pick<InvoiceLine, 'id'>, { settled, credited }: LineChange): Promise<void> {
  await tx
    .updateTable('feeBillLine')
    .set((e) => ({
      settledPaise: e('settledPaise', '+', settled),
      creditedPaise: e('creditedPaise', '+', credited),
    }))
    .where('id', '=', id)
    .execute();
}

/** Records on the line of an invoice that a part of it was paid; a negative amount undoes that. */
export const settleLine = (tx: Tx, line: Pick<InvoiceLine, 'id'>, amount: number): Promise<void> =>
  changeLine(tx, line, { settled: amount, credited: 0 });

/** The same for the payment of a bill that was recorded by mistake: its part of the invoice is due again. */
export async function unsettle(tx: Tx, billId: string, { enrolmentId }: LockedFee, amount: number): Promise<void> {
  await settleLine(tx, await getLine(tx, billId, enrolmentId), -amount);
}

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
  line: InvoiceLine,
  { amount, entryId, payment, reason }: Crediting,
): Promise<string> {
  const { documentId, enrolmentId } = line;
  const { bill: _, ...facts } = line.facts as unknown as DocumentFacts;
  const before = await sumCredited(tx, documentId ?? '', enrolmentId);
  const split = partOf(splitIn({ ...line, totalPaise: line.amountPaise }), amount, before);
  const { number } = await insertDocument(tx, platform, {
    kind: 'credit-note',
    entryId,
    enrolmentId,
    split,
    facts: { ...facts, courseTitle: line.courseTitle, reference: line.reference, payment, reason },
    correctsId: documentId,
  });
  return number;
}

/** Credits a payment that was paid back and had settled an invoice. Returns the number of the credit note. */
export async function creditPaid(
  tx: Tx,
  platform: With,
  { billId, enrolmentId, ...crediting }: Crediting & { billId: string; enrolmentId: string },
): Promise<string> {
  const line = await getLine(tx, billId, enrolmentId);
  await changeLine(tx, line, { settled: -crediting.amount, credited: crediting.amount });
  return creditLine(tx, platform, line, crediting);
}

/** Credits what is left to pay of the line of an invoice, or a part of it. Returns the number of the credit note. */
export async function creditRest(
  tx: Tx,
  platform: With,
  line: InvoiceLine,
  crediting: Omit<Crediting, 'payment'>,
): Promise<string> {
  await changeLine(tx, line, { settled: 0, credited: crediting.amount });
  return creditLine(tx, platform, line, { ...crediting, payment: null });
}

/**
 * Credits what invoices ask for beyond what is left to pay of locked fees, such as after a waiver or a decline: an
 * invoice never asks for more than that. Call it last.
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
  const numbers: string[] = [];
  for (const { enrolmentId, sums } of lines.length === 0 ? [] : fees) {
    const ofFee = lines.filter((line) => line.enrolmentId === enrolmentId);
    let excess = ofFee.reduce((sum, { restPaise }) => sum + restPaise, 0) - balanceOf(sums);
    for (const line of ofFee.reverse()) {
      const amount = Math.min(excess, line.restPaise);
      if (amount <= 0) break;
      const ofEntry = numbers.length === 0 ? entryId : null;
      numbers.push(await creditRest(tx, platform, line, { amount, entryId: ofEntry, reason }));
      excess -= amount;
    }
  }
  return numbers;
}
