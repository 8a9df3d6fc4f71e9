import type { DocumentsQuery, FeesQuery, PaymentsQuery, ProofsQuery } from '@fairlead/contract/fees';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound } from '../../errors.ts';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import {
  byMoment,
  type Counted,
  type Order,
  onDays,
  pageInOrder,
  paginationOf,
  type Search,
  totalOf,
} from '../../platform/db/pagination.ts';
import { hasFees } from '../academy/queries.ts';
import { findPeople } from '../accounts/queries.ts';

export const noSuchFee = () => notFound('There is no fee for this enrollment.');
export const noSuchEntry = () => notFound('There is no such payment.');
export const noSuchProof = () => notFound('There is no such proof of payment.');

const hasProof = sql<boolean>`exists (
  select from fee_proof where fee_proof.enrolment_id = fee.enrolment_id and fee_proof.state = 'waiting')`;

const sums = ['fee.chargedPaise', 'fee.waivedPaise', 'fee.receivedPaise', 'fee.balancePaise'] as const;

/** Whether an entry moved money; literally the condition of its partial indexes. */
const movedMoney = sql<SqlBool>`fee_entry.received_change_paise <> 0`;

const feesWithEnrolments = (db: Queryable) =>
  db.selectFrom('fee').innerJoin('enrolment', 'enrolment.id', 'fee.enrolmentId');

/** Fees with their person and course. */
const withOwners = (fees: ReturnType<typeof feesWithEnrolments>) =>
  fees
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select([
      ...(['fee.enrolmentId as id', 'fee.reference', 'fee.chargedAt', ...sums] as const),
      ...(['fee.recipientName', 'fee.recipientAddress', 'fee.recipientGstin'] as const),
      ...(['enrolment.accountId', 'enrolment.courseId', 'enrolment.status', 'enrolment.supersededAt'] as const),
      ...(['account.email', 'account.firstName', 'account.lastName'] as const),
      ...(['course.title as courseTitle', 'course.format as courseFormat'] as const),
      hasProof.as('hasProof'),
    ]);

const selectFees = (db: Queryable) => withOwners(feesWithEnrolments(db));

/** The fee of an enrolment, with its person and course. */
export const findFee = (db: Queryable, enrolmentId: string) =>
  selectFees(db).where('fee.enrolmentId', '=', enrolmentId).executeTakeFirst();
export type FeeRow = NonNullable<Awaited<ReturnType<typeof findFee>>>;

/** Whether the enrolment of a fee was declined, withdrawn or renewed, so that nothing of the fee may be left to pay. */
export const isOver = ({ status, supersededAt }: Pick<FeeRow, 'status' | 'supersededAt'>): boolean =>
  status === 'rejected' || supersededAt !== null;

/** @throws AppError `not-found`. */
export async function getFee(db: Queryable, enrolmentId: string): Promise<FeeRow> {
  const fee = await findFee(db, enrolmentId);
  if (!fee) throw noSuchFee();
  return fee;
}

/** The fees of a learner, the newest request first. */
export const listOwnFees = (db: Queryable, accountId: string) =>
  selectFees(db).where('enrolment.accountId', '=', accountId).orderBy('fee.enrolmentId', 'desc').execute();

/** Where the fees of some enrolments stand; none while fees are switched off. */
export async function listStandings(db: Queryable, enrolmentIds: readonly string[]) {
  if (enrolmentIds.length === 0) return [];
  return db
    .selectFrom('fee')
    .select(['fee.enrolmentId as id', ...sums, hasProof.as('hasProof')])
    .where(among('fee.enrolmentId', enrolmentIds))
    .where(hasFees)
    .execute();
}

/** What a search finds of fees: the enrolments of people whose name or email address matches, or of a reference. */
async function findEnrolments(db: Queryable, search: Search) {
  const people = await findPeople(db, search);
  const theirs = db.selectFrom('enrolment').select('id').where(among('accountId', people.ids));
  const referred = db.selectFrom('fee').select('enrolmentId as id').where('reference', '=', search.toUpperCase());
  const found = await theirs.unionAll(referred).execute();
  return { ids: [...new Set(found.map(({ id }) => id))], isBounded: people.isBounded };
}

/** The entries with a reference, or whose document has a number. */
async function findEntries(db: Queryable, search: Search): Promise<string[]> {
  const exactly = search.toUpperCase();
  const referred = db
    .selectFrom('feeEntry')
    .select('id')
    .where(sql<SqlBool>`upper(reference) = ${exactly} and reference <> ''`)
    .orderBy('id', 'desc')
    .limit(200);
  const numbered = db.selectFrom('feeDocument').select('entryId as id').where('number', '=', exactly);
  const found = [...(await referred.execute()), ...(await numbered.execute())];
  return found.map(({ id }) => id);
}

const feeId = sql<string>`fee.enrolment_id`;
const charged = { expression: sql<Date>`fee.charged_at`, table: sql`fee` };

/**
 * A page of the fees with something to pay, or of the others. Returns the rows (one more than the limit if there is a
 * next page) and the capped count.
 */
export async function listFees(
  db: Queryable,
  { timeZone, state = 'open', sort = 'oldest', course, isCounted, ...query }: Counted<FeesQuery & { timeZone: string }>,
) {
  const { take, limit, after, search } = paginationOf(query);
  // literally the conditions of the partial indexes
  const isOfState = state === 'open' ? sql<SqlBool>`fee.balance_paise > 0` : sql<SqlBool>`fee.balance_paise = 0`;
  let matching = feesWithEnrolments(db).where(isOfState);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (found) matching = matching.where(among('fee.enrolmentId', found.ids));
  if (course) matching = matching.where('enrolment.courseId', '=', course);
  if (query.from || query.to) matching = matching.where(onDays(charged.expression, query, timeZone));
  const order: Order = byMoment({ id: feeId, way: sort === 'oldest' ? 'asc' : 'desc' }, query, charged);
  const ids = matching.select('fee.enrolmentId as id');
  const wanted = withOwners(matching);
  // For a course, the ids are selected first, with index-only scans: where few of its fees match, the query would
  // otherwise read all enrolments (65 ms against 6 ms at 300,000).
  const ofPage = course
    ? pageInOrder(wanted.where('fee.enrolmentId', 'in', pageInOrder(ids, order, { after, take })), order, {
        after: undefined,
        take,
      })
    : pageInOrder(wanted, order, { after, take });
  const rows = await ofPage.execute();
  const total = await totalOf(db, ids, { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: found?.isBounded };
}

const entryColumns = [
  'feeEntry.id',
  'feeEntry.enrolmentId',
  'feeEntry.kind',
  'feeEntry.amountPaise',
  'feeEntry.chargedChangePaise',
  'feeEntry.waivedChangePaise',
  'feeEntry.receivedChangePaise',
  'feeEntry.method',
  'feeEntry.reference',
  'feeEntry.happenedOn',
  'feeEntry.reason',
  'feeEntry.recordedAt',
  'feeEntry.ofEntryId',
] as const;

const documentColumns = [
  'feeDocument.id as documentId',
  'feeDocument.kind as documentKind',
  'feeDocument.number',
  'feeDocument.issuedOn',
  'feeDocument.totalPaise',
] as const;

const byName = sql<string | null>`colleague.first_name || ' ' || colleague.last_name`;

const selectEntries = (db: Queryable) =>
  db
    .selectFrom('feeEntry')
    .leftJoin('feeDocument', 'feeDocument.entryId', 'feeEntry.id')
    .leftJoin('account as colleague', 'colleague.id', 'feeEntry.recordedBy')
    .select([...entryColumns, ...documentColumns, byName.as('by')])
    .select([
      sql<boolean>`exists (
        select from fee_entry as later where later.of_entry_id = fee_entry.id and later.kind = 'reversed')`.as(
        'isReversed',
      ),
      sql<number>`coalesce((select sum(later.amount_paise) from fee_entry as later
        where later.of_entry_id = fee_entry.id and later.kind = 'refunded'), 0)`.as('refundedPaise'),
    ]);

/** The ledger of an enrolment, the oldest entry first. */
export const listEntries = (db: Queryable, enrolmentId: string) =>
  selectEntries(db).where('feeEntry.enrolmentId', '=', enrolmentId).orderBy('feeEntry.id').execute();
export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export const findEntry = (db: Queryable, id: string) =>
  selectEntries(db).where('feeEntry.id', '=', id).executeTakeFirst();

/** An entry other than the charge, or a proof, of a fee; undefined when there is none. */
export const findUse = (tx: Tx, enrolmentId: string) =>
  tx
    .selectFrom('feeEntry')
    .select('id')
    .where('enrolmentId', '=', enrolmentId)
    .where('kind', '<>', 'due')
    .unionAll(tx.selectFrom('feeProof').select('id').where('enrolmentId', '=', enrolmentId))
    .limit(1)
    .executeTakeFirst();

/** What was cancelled and refunded of a fee since a moment, less what was charged again, in paise. */
export async function sumTakenBack(tx: Tx, enrolmentId: string, since: Date): Promise<number> {
  const { taken } = await tx
    .selectFrom('feeEntry')
    .select(sql<number>`coalesce(-sum(charged_change_paise), 0)`.as('taken'))
    .where('enrolmentId', '=', enrolmentId)
    .where('recordedAt', '>=', since)
    .executeTakeFirstOrThrow();
  return taken;
}

/** What was cancelled of a fee by the latest such entry and not charged again since, in paise. */
export async function sumCancelled(tx: Tx, enrolmentId: string): Promise<number> {
  const entries = tx.selectFrom('feeEntry').where('enrolmentId', '=', enrolmentId);
  const last = entries.select(['id', 'amountPaise']).where('kind', '=', 'cancelled').orderBy('id', 'desc').limit(1);
  const cancelled = await last.executeTakeFirst();
  if (!cancelled) return 0;
  const { again } = await entries
    .select(sql<number>`coalesce(sum(amount_paise), 0)`.as('again'))
    .where('kind', '=', 'due')
    .where('id', '>', cancelled.id)
    .executeTakeFirstOrThrow();
  return cancelled.amountPaise - again;
}

/** The entry that a client's id made; undefined when there is none yet. */
export const findRequested = (db: Queryable, requestId: string) =>
  db
    .selectFrom('feeEntry')
    .select(['id', 'enrolmentId', 'kind', 'amountPaise', 'ofEntryId'])
    .where('requestId', '=', requestId)
    .executeTakeFirst();

const entryId = sql<string>`fee_entry.id`;
const happened = { expression: sql<CalendarDate>`fee_entry.happened_on`, table: sql`fee_entry` };

/** A page of the entries that moved money, the newest first by default. */
export async function listPayments(
  db: Queryable,
  { sort = 'newest', method, kind, from, to, isCounted, ...query }: Counted<PaymentsQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectEntries(db)
    .innerJoin('enrolment', 'enrolment.id', 'feeEntry.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select(['account.id as accountId', 'account.email', 'account.firstName', 'account.lastName'])
    .select('course.title as courseTitle')
    .where(movedMoney);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (search && found) matching = matching.where(ofEither(found.ids, 'feeEntry.id', await findEntries(db, search)));
  if (method) matching = matching.where('feeEntry.method', '=', method);
  if (kind) matching = matching.where('feeEntry.kind', '=', kind);
  if (from) matching = matching.where('feeEntry.happenedOn', '>=', from);
  if (to) matching = matching.where('feeEntry.happenedOn', '<=', to);
  const order = byMoment({ id: entryId, way: sort === 'oldest' ? 'asc' : 'desc' }, { from, to }, happened);
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const counted = matching.clearSelect().select('feeEntry.id');
  return {
    rows,
    limit,
    total: await totalOf(db, counted, { rows, limit, after, isCounted }),
    isBounded: found?.isBounded,
  };
}
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>['rows'][number];

/** Rows of some enrolments, or with one of these ids; each half has its index. */
const ofEither = (enrolmentIds: readonly string[], id: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  ids.length === 0
    ? among('feeEntry.enrolmentId', enrolmentIds)
    : sql<SqlBool>`(${among('feeEntry.enrolmentId', enrolmentIds)} or ${among(id, ids)})`;

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

const isReferenceUsed = sql<boolean>`(fee_proof.reference <> '' and (
  exists (select from fee_entry as paid where upper(paid.reference) = upper(fee_proof.reference)
    and paid.reference <> '' and paid.id is distinct from fee_proof.entry_id)
  or exists (select from fee_proof as other where upper(other.reference) = upper(fee_proof.reference)
    and other.reference <> '' and other.id <> fee_proof.id and other.enrolment_id <> fee_proof.enrolment_id)))`;

const selectProofs = (db: Queryable) =>
  db
    .selectFrom('feeProof')
    .innerJoin('storedFile', 'storedFile.id', 'feeProof.fileId')
    .select([
      ...(['feeProof.id', 'feeProof.enrolmentId', 'feeProof.amountPaise', 'feeProof.method'] as const),
      ...(['feeProof.reference', 'feeProof.paidOn', 'feeProof.sentAt', 'feeProof.state', 'feeProof.reason'] as const),
      ...(['storedFile.filename', 'storedFile.malware', 'storedFile.scannedAt'] as const),
      isReferenceUsed.as('isReferenceUsed'),
    ]);

/** The proofs of a fee, the newest first. */
export const listProofsOf = (db: Queryable, enrolmentId: string) =>
  selectProofs(db).where('feeProof.enrolmentId', '=', enrolmentId).orderBy('feeProof.id', 'desc').execute();
export type ProofRow = Awaited<ReturnType<typeof listProofsOf>>[number];

/** The waiting proofs of some enrolments, at most one of each. */
export async function listWaitingProofs(db: Queryable, enrolmentIds: readonly string[]): Promise<ProofRow[]> {
  if (enrolmentIds.length === 0) return [];
  const waiting = selectProofs(db).where('feeProof.state', '=', 'waiting');
  return waiting.where(among('feeProof.enrolmentId', enrolmentIds)).execute();
}

const proofId = sql<string>`fee_proof.id`;

/** A page of proofs, those that wait and the oldest first by default. */
export async function listProofs(
  db: Queryable,
  { sort = 'oldest', state = 'waiting', isCounted, ...query }: Counted<ProofsQuery>,
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectProofs(db)
    .innerJoin('fee', 'fee.enrolmentId', 'feeProof.enrolmentId')
    .innerJoin('enrolment', 'enrolment.id', 'feeProof.enrolmentId')
    .innerJoin('account', 'account.id', 'enrolment.accountId')
    .innerJoin('course', 'course.id', 'enrolment.courseId')
    .select(['account.id as accountId', 'account.email', 'account.firstName', 'account.lastName'])
    .select(['course.title as courseTitle', 'enrolment.status as enrolmentStatus'])
    .select(['fee.reference as feeReference', 'fee.balancePaise'])
    .where('feeProof.state', '=', state);
  const found = search ? await findEnrolments(db, search) : undefined;
  if (found) matching = matching.where(among('feeProof.enrolmentId', found.ids));
  const order: Order = { id: proofId, way: sort === 'oldest' ? 'asc' : 'desc' };
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const counted = matching.clearSelect().select('feeProof.id');
  return {
    rows,
    limit,
    total: await totalOf(db, counted, { rows, limit, after, isCounted }),
    isBounded: found?.isBounded,
  };
}
export type ListedProofRow = Awaited<ReturnType<typeof listProofs>>['rows'][number];

/** What was received and paid back on a day, by method. */
export const sumTakings = (db: Queryable, day: CalendarDate) =>
  db
    .selectFrom('feeEntry')
    .select([
      sql<NonNullable<EntryRow['method']>>`method`.as('method'),
      sql<number>`count(*) filter (where received_change_paise > 0)`.as('payments'),
      sql<number>`count(*) filter (where received_change_paise < 0)`.as('returns'),
      sql<number>`coalesce(sum(received_change_paise) filter (where received_change_paise > 0), 0)`.as('paidPaise'),
      sql<number>`coalesce(-sum(received_change_paise) filter (where received_change_paise < 0), 0)`.as(
        'returnedPaise',
      ),
    ])
    .where('happenedOn', '=', day)
    .where(movedMoney)
    .groupBy('method')
    .orderBy('method')
    .execute();
