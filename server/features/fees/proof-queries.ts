import type { ProofsQuery } from '@fairlead/contract/fees/calls';
import { sql } from 'kysely';
import { among } from '../../platform/db/among.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Counted, type Order, pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { findEnrolments } from './queries.ts';

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

/** The proofs of a fee, the newest first, without those that the learner has replaced: their files are deleted. */
export const listProofsOf = (db: Queryable, enrolmentId: string) =>
  selectProofs(db)
    .where('feeProof.enrolmentId', '=', enrolmentId)
    .where('feeProof.state', '<>', 'replaced')
    .orderBy('feeProof.id', 'desc')
    .execute();
export type ProofRow = Awaited<ReturnType<typeof listProofsOf>>[number];

/** How many proofs of a fee were sent since staff last checked one. */
export async function countUnchecked(tx: Tx, enrolmentId: string): Promise<number> {
  const { sent } = await tx
    .selectFrom('feeProof')
    .select(sql<number>`count(*)::int`.as('sent'))
    .where('enrolmentId', '=', enrolmentId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('feeProof as checked')
            .select('checked.id')
            .where('checked.enrolmentId', '=', enrolmentId)
            .where('checked.state', 'in', ['confirmed', 'declined'])
            .whereRef('checked.id', '>', 'feeProof.id'),
        ),
      ),
    )
    .where('state', 'in', ['waiting', 'replaced'])
    .executeTakeFirstOrThrow();
  return sent;
}

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
