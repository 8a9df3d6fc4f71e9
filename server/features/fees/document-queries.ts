import type { DocumentsQuery } from '@fairlead/contract/fees/calls';
import { sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { byMoment, type Counted, pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { findEntries, ofEither } from './ledger-queries.ts';
import { findEnrolments } from './queries.ts';

const selectDocuments = (db: Queryable) =>
  db
    .selectFrom('feeDocument')
    .innerJoin('feeEntry', 'feeEntry.id', 'feeDocument.entryId')
    .leftJoin('feeDocument as corrected', 'corrected.id', 'feeDocument.correctsId')
    .select([
      ...(['feeDocument.id', 'feeDocument.kind', 'feeDocument.number', 'feeDocument.issuedOn'] as const),
      ...(['feeDocument.totalPaise', 'feeDocument.taxablePaise', 'feeDocument.cgstPaise'] as const),
      ...(['feeDocument.sgstPaise', 'feeDocument.igstPaise', 'feeDocument.facts', 'feeEntry.enrolmentId'] as const),
      'corrected.number as corrects',
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
    matching = matching.where(ofEither(found.ids, 'feeDocument.entryId', await findEntries(db, search)));
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

/** A document with its owner. */
export const findDocument = (db: Queryable, id: string) =>
  selectDocuments(db)
    .innerJoin('enrolment', 'enrolment.id', 'feeEntry.enrolmentId')
    .select('enrolment.accountId')
    .where('feeDocument.id', '=', id)
    .executeTakeFirst();

/** The document of an entry, and what credit notes have taken back of it so far. */
export async function findIssued(tx: Tx, entryIdOfDocument: string) {
  const document = await selectDocuments(tx).where('feeDocument.entryId', '=', entryIdOfDocument).executeTakeFirst();
  if (!document) return undefined;
  const credited = await tx
    .selectFrom('feeDocument')
    .select((e) => [
      e.fn.coalesce(e.fn.sum<number>('totalPaise'), sql<number>`0`).as('total'),
      e.fn.coalesce(e.fn.sum<number>('taxablePaise'), sql<number>`0`).as('taxable'),
      e.fn.coalesce(e.fn.sum<number>('cgstPaise'), sql<number>`0`).as('cgst'),
      e.fn.coalesce(e.fn.sum<number>('sgstPaise'), sql<number>`0`).as('sgst'),
      e.fn.coalesce(e.fn.sum<number>('igstPaise'), sql<number>`0`).as('igst'),
    ])
    .where('correctsId', '=', document.id)
    .executeTakeFirstOrThrow();
  return { ...document, credited };
}
