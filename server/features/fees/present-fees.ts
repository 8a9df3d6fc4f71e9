import type { FeeSummary, WaitingProof } from '@fairlead/contract/fees/fee-shapes';
import type { Queryable } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listWaitingProofs } from './proof-queries.ts';
import { listSummaries } from './queries.ts';
import { toFeeSummary, toWaitingProof } from './wire.ts';

/** Where the fees of some enrolments stand, by enrolment; of none while fees are switched off. */
export async function presentSummaries(
  db: Queryable,
  enrolmentIds: readonly string[],
): Promise<ReadonlyMap<string, FeeSummary>> {
  return new Map((await listSummaries(db, enrolmentIds)).map((row) => [row.id, toFeeSummary(row)]));
}

/** The same with the proof of payment that waits. */
export async function presentRequestFees(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  enrolmentIds: readonly string[],
): Promise<ReadonlyMap<string, FeeSummary & { proof: WaitingProof | null }>> {
  const summaries = await presentSummaries(db, enrolmentIds);
  const waiting = await listWaitingProofs(db, [...summaries.keys()]);
  const proofs = new Map(waiting.map((row) => [row.enrolmentId, toWaitingProof(files, row)]));
  return new Map([...summaries].map(([id, summary]) => [id, { ...summary, proof: proofs.get(id) ?? null }]));
}
