import { fileURLToPath } from 'node:url';
import type { Queryable } from '../../platform/db/database.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { type BillRow, listLines } from './bills/bill-queries.ts';
import { type DocumentRow, splitIn } from './document-queries.ts';
import { documentText, type IssuedFacts } from './document-text.ts';
import type { DocumentFacts } from './issue-document.ts';
import { sumOfSplits } from './rules.ts';

type Printing = Pick<Typesetter, 'print'>;

const sheet = fileURLToPath(new URL('./document.typ', import.meta.url));

/** Draws a document from what it states. */
export const printDocument = (typesetter: Printing, issued: IssuedFacts): Promise<Buffer> =>
  typesetter.print({ file: sheet, text: documentText(issued), pictures: {} });

/** The name of the file of a document. */
export const fileNameOf = (number: string): string => `${number.replaceAll('/', '-')}.pdf`;

/** The lines of a bill as they are printed. */
async function linesOf(db: Queryable, billId: string) {
  const rows = await listLines(db, billId);
  return rows.map((row) => ({
    name: row.personName,
    courseTitle: row.courseTitle,
    reference: row.reference,
    split: splitIn({ ...row, totalPaise: row.amountPaise }),
  }));
}

/** Draws a bill as PDF from what was stored when it was issued. */
export async function drawBill(db: Queryable, typesetter: Printing, bill: BillRow): Promise<Buffer> {
  const { kind, number, issuedOn } = bill;
  const lines = await linesOf(db, bill.id);
  const facts = bill.facts as unknown as DocumentFacts;
  const split = sumOfSplits(lines.map((line) => line.split));
  return printDocument(typesetter, { kind, number, issuedOn, corrects: null, split, facts, lines });
}

/** The same for a document of the sales register; an invoice before payment has the lines of its bill. */
export async function drawDocument(db: Queryable, typesetter: Printing, row: DocumentRow): Promise<Buffer> {
  const { kind, number, issuedOn, corrects } = row;
  const lines = row.billId ? await linesOf(db, row.billId) : [];
  const facts = row.facts as unknown as DocumentFacts;
  return printDocument(typesetter, { kind, number, issuedOn, corrects, split: splitIn(row), facts, lines });
}
