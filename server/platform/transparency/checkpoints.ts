import { sign } from 'node:crypto';
import { checkpointText, parseCheckpoint, toProofText } from '@fairlead/contract/proofs/checkpoint';
import { consistencyProof, inclusionProof, isSameHash } from '@fairlead/contract/proofs/merkle';
import { parseNote, signatureLine, signedBytes } from '@fairlead/contract/proofs/signed-note';
import type { Chain } from '../chain/chain.ts';
import { type Db, type Queryable, transaction } from '../db/database.ts';
import type { LogKey } from '../keys/keys.ts';
import { growTree, subtreesIn } from './tree.ts';

export type Signing = { db: Db; keys: { log(): Promise<LogKey> }; clock: () => Date };

/** A checkpoint as published: the signed note with the cosignatures received so far. */
export type Published = { size: number; note: string };

/**
 * Adds what is chained to the tree, and signs a checkpoint of it unless that is done already.
 *
 * @returns the newest checkpoint; undefined while the log is empty.
 * @throws if the tree does not continue the one of the last checkpoint: that must never be signed.
 */
export async function publishCheckpoint({ db, keys, clock }: Signing, chain: Chain): Promise<Published | undefined> {
  const grow = () =>
    transaction(db, async (tx) => {
      await tx.selectFrom('chainHead').select('size').where('chain', '=', chain.name).forUpdate().execute();
      return growTree(tx, chain);
    });
  let grown = await grow();
  while (!grown.isWhole) grown = await grow();
  const { size } = grown;
  if (size === 0) return undefined;
  const last = await newestCheckpoint(db);
  if (last && last.size >= size) return last;
  const read = subtreesIn(db);
  if (last) {
    const signed = parseCheckpoint(parseNote(last.note).text);
    if (!isSameHash(await read(0, signed.size), signed.root)) {
      throw new Error(`The log was changed: its first ${signed.size} entries are not those of the last checkpoint`);
    }
  }
  const { verifier, privateKey } = await keys.log();
  const text = checkpointText({ origin: verifier.name, size, root: await read(0, size) });
  const note = `${text}\n${signatureLine(verifier, sign(null, signedBytes(text), privateKey))}`;
  await db
    .insertInto('logCheckpoint')
    .values({ size, note, signedAt: clock() })
    .onConflict((conflict) => conflict.column('size').doNothing())
    .execute();
  return findCheckpoint(db, size);
}

/** A checkpoint with its cosignatures. */
async function findCheckpoint(db: Queryable, size: number): Promise<Published | undefined> {
  const found = await db.selectFrom('logCheckpoint').select('note').where('size', '=', size).executeTakeFirst();
  return found && { size, note: found.note + (await cosignaturesOf(db, size)) };
}

/** The newest checkpoint with its cosignatures; undefined while there is none. */
export async function newestCheckpoint(db: Queryable): Promise<Published | undefined> {
  const newest = await db
    .selectFrom('logCheckpoint')
    .select(['size', 'note'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest && { size: newest.size, note: newest.note + (await cosignaturesOf(db, newest.size)) };
}

async function cosignaturesOf(db: Queryable, size: number): Promise<string> {
  const rows = await db
    .selectFrom('logCosignature')
    .select('line')
    .where('size', '=', size)
    .orderBy('witness')
    .execute();
  return rows.map(({ line }) => line).join('');
}

/** The newest checkpoint of at least this size that a witness cosigned; if there is none, the newest of that size. */
async function bestCheckpoint(db: Queryable, least: number): Promise<Published | undefined> {
  const cosigned = await db
    .selectFrom('logCosignature')
    .select('size')
    .where('size', '>=', least)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (cosigned) return findCheckpoint(db, cosigned.size);
  const newest = await newestCheckpoint(db);
  return newest && newest.size >= least ? newest : undefined;
}

/**
 * The proof that an entry is in the log, as text (`.tlog-proof`).
 *
 * @param index counted from 0.
 * @param extra data for readers of the proof; it is not covered by any signature.
 * @returns undefined while no checkpoint covers the entry.
 */
export async function proveInclusion(db: Queryable, index: number, extra?: Uint8Array): Promise<string | undefined> {
  const checkpoint = await bestCheckpoint(db, index + 1);
  if (!checkpoint) return undefined;
  const hashes = await inclusionProof(index, checkpoint.size, subtreesIn(db));
  return toProofText({ index, hashes, checkpoint: checkpoint.note, ...(extra && { extra }) });
}

/** The proof that the log only grew since it had some entries. */
export const proveConsistency = (db: Queryable, from: number, size: number): Promise<Uint8Array[]> =>
  from === 0 ? Promise.resolve([]) : consistencyProof(from, size, subtreesIn(db));
