import type { DocumentsQuery } from '@fairlead/contract/fees/calls';
import { sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  byMoment,
  type Counted,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { firstEnrolment } from './bills/bill-queries.ts';
import { findEntries, ofEither } from './ledger-queries.ts';
import { findEnrolments } from './queries.ts';
import type { TaxSplit } from './rules.ts';

/** The enrolment that a document is about; null for several. */
const ownEnrolment = sql<string | null>`coalesce(fee_entry.enrolment_id, fee_document.enrolment_id)`;

const selectDocuments = (db: Queryable) =>
  db
    .selectFrom('feeDocument')
    .leftJoin('feeEntry', 'feeEntry.id', 'feeDocument.entryId')
    .leftJoin('feeBill', 'feeBill.documentId', 'feeDocument.id')
    .leftJoin('feeDocument as corrected', 'corrected.id', 'feeDocument.correctsId')
    .select([
      ...(['feeDocument.id', 'feeDocument.kind', 'feeDocument.number', 'feeDocument.issuedOn'] as const),
      ...(['feeDocument.totalPaise', 'feeDocument.taxablePaise', 'feeDocument.cgstPaise'] as const),
      ...(['feeDocument.sgstPaise', 'feeDocument.igstPaise', 'feeDocument.facts'] as const),
      ...(['corrected.number as corrects', 'corrected.kind as correctedKind'] as const),
      'feeBill.id as billId',
      sql<string>`coalesce(${ownEnrolment}, ${firstEnrolment})`.as('enrolmentId'),
    ]);

const documentId = sql<string>`fee_document.id`;
const issued = { expression: sql<CalendarDate>`fee_document.issued_on`, table: sql`fee_document` };

/** A page of the documents, the newest first by default. */
export async function listDocuments(
  db: Queryable,
  { sort = 'newest', kind, from, to, isCounted, ...query }: Counted<DocumentsQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectDocuments(db);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (search && found) {
    matching = matching.where(among('feeDocument.id', await findDocumentIds(db, search, found.ids)));
  }
  if (kind) matching = matching.where('feeDocument.kind', '=', kind);
  if (from) matching = matching.where('feeDocument.issuedOn', '>=', from);
  if (to) matching = matching.where('feeDocument.issuedOn', '<=', to);
  const order = byMoment({ id: documentId, way: sort === 'oldest' ? 'asc' : 'desc' }, { from, to }, issued);
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const counted = matching.clearSelect().select('feeDocument.id');
  return {
    rows,
    limit,
    total: await totalOf(db, counted, { rows, limit, after, isCounted }),
    isBounded: found?.isBounded,
  };
}
export type DocumentRow = Awaited<ReturnType<typeof listDocuments>>['rows'][number];

/** The documents of some enrolments, with a number, or of a payment with a reference. */
async function findDocumentIds(db: Queryable, search: Search, enrolmentIds: readonly string[]): Promise<string[]> {
  const documents = db.selectFrom('feeDocument').select('feeDocument.id as id');
  const ofEntries = documents
    .innerJoin('feeEntry', 'feeEntry.id', 'feeDocument.entryId')
    .where(ofEither(enrolmentIds, 'feeEntry.id', await findEntries(db, search)));
  const ofLines = documents
    .innerJoin('feeBill', 'feeBill.documentId', 'feeDocument.id')
    .innerJoin('feeBillLine', 'feeBillLine.billId', 'feeBill.id')
    .where(among('feeBillLine.enrolmentId', enrolmentIds));
  const found = await ofEntries
    .unionAll(ofLines)
    .unionAll(documents.where(among('feeDocument.enrolmentId', enrolmentIds)))
    .unionAll(documents.where('feeDocument.number', '=', search.toUpperCase()))
    .execute();
  return [...new Set(found.map(({ id }) => id))];
}

/** A document with its owner; null for several people. */
export const findDocument = (db: Queryable, id: string) =>
  selectDocuments(db)
    .leftJoin('enrolment', (join) => join.on('enrolment.id', '=', ownEnrolment))
    .select('enrolment.accountId')
    .where('feeDocument.id', '=', id)
    .executeTakeFirst();

/** The credit notes of an enrolment that no entry of the ledger has, the newest first. */
export const listCreditNotes = (db: Queryable, enrolmentId: string) =>
  selectDocuments(db)
    .where('feeDocument.enrolmentId', '=', enrolmentId)
    .where('feeDocument.entryId', 'is', null)
    .where('feeDocument.kind', '=', 'credit-note')
    .orderBy('feeDocument.id', 'desc')
    .execute();

/** The document of an entry. */
export const findIssued = (tx: Tx, entryIdOfDocument: string) =>
  selectDocuments(tx).where('feeDocument.entryId', '=', entryIdOfDocument).executeTakeFirst();

type SplitColumns = Record<'taxablePaise' | 'cgstPaise' | 'sgstPaise' | 'igstPaise', number>;

/** The amounts of a row. */
export const splitIn = (row: SplitColumns & { totalPaise: number }): TaxSplit => ({
  taxable: row.taxablePaise,
  cgst: row.cgstPaise,
  sgst: row.sgstPaise,
  igst: row.igstPaise,
  total: row.totalPaise,
});

/** What credit notes have taken back of a document so far; with an enrolment, of its line. */
export function sumCredited(tx: Tx, documentId: string, enrolmentId?: string): Promise<TaxSplit> {
  let credited = tx.selectFrom('feeDocument').where('correctsId', '=', documentId);
  if (enrolmentId) credited = credited.where('enrolmentId', '=', enrolmentId);
  const sumOf = (column: keyof TaxSplit) => sql<number>`coalesce(sum(${sql.ref(`${column}_paise`)}), 0)`.as(column);
  return credited
    .select([sumOf('total'), sumOf('taxable'), sumOf('cgst'), sumOf('sgst'), sumOf('igst')])
    .executeTakeFirstOrThrow();
}
