import type { Queryable } from '../../../platform/db/database.ts';
import type { DocumentFacts, Payer } from '../issue-document.ts';
import type { FeeRow } from '../queries.ts';
import { type BillLine, listOpenLines } from './bill-queries.ts';

/**
 * Who is named on the invoice of a payment that settles a line: the payer of the bill, as it was issued. What the fee
 * names may have changed since, or was erased.
 *
 * @returns undefined where the bill names the learner, or there is none: who is named on the fee.
 */
export function payerOn(
  line: Pick<BillLine, 'facts' | 'payerName'> | undefined,
  { recipientState }: Pick<FeeRow, 'recipientState'>,
): Payer | undefined {
  if (!line || line.payerName === '') return undefined;
  const { recipient, place, sez = '' } = line.facts as unknown as DocumentFacts;
  // with a GSTIN it has the state; a bill that was issued without tax states none
  return { ...recipient, state: recipient.gstin === '' ? (place?.code ?? recipientState) : '', sez };
}

/** The open bill that names a payer of a fee: the one that the next payment settles. */
export async function findNamingBill(db: Queryable, enrolmentId: string): Promise<BillLine | undefined> {
  const [line] = await listOpenLines(db, [enrolmentId]);
  return line && line.payerName !== '' ? line : undefined;
}
