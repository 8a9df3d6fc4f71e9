import type { FeeStanding, WaitingProof } from '@fairlead/contract/fees/fee-shapes';
import type { Queryable } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listWaitingProofs } from './proof-queries.ts';
import { listStandings } from './queries.ts';
import { toFeeStanding, toWaitingProof } from './wire.ts';

/** Where the fees of some enrolments stand, by enrolment; of none while fees are switched off. */
export async function presentStandings(
  db: Queryable,
  enrolmentIds: readonly string[],
): Promise<ReadonlyMap<string, FeeStanding>> {
  return new Map((await listStandings(db, enrolmentIds)).map((row) => [row.id, toFeeStanding(row)]));
}

/** The same with the proof of payment that waits. */
export async function presentRequestFees(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  enrolmentIds: readonly string[],
): Promise<ReadonlyMap<string, FeeStanding & { proof: WaitingProof | null }>> {
  const standings = await presentStandings(db, enrolmentIds);
  const waiting = await listWaitingProofs(db, [...standings.keys()]);
  const proofs = new Map(waiting.map((row) => [row.enrolmentId, toWaitingProof(files, row)]));
  return new Map([...standings].map(([id, standing]) => [id, { ...standing, proof: proofs.get(id) ?? null }]));
}
