import { parseNote, toVkey, type Verifier, verifyNote } from '@fairlead/contract/proofs/signed-note';
import type { Witness } from '../../settings/services.ts';
import type { Db } from '../db/database.ts';
import { LoggableError } from '../error-in-log.ts';
import { fetchBounded } from '../fetch-bounded.ts';
import { Away } from '../outage.ts';
import { newestCheckpoint, proveConsistency } from './checkpoints.ts';

/** A witness sends a few lines. */
const mostBytes = 10_000;

/** Thrown when a witness does not cosign what it was sent: another try would be refused as well. */
export class WitnessRefuses extends LoggableError {}

/**
 * Asks each witness that has not cosigned the newest checkpoint to do so. A witness first sees that the log only grew
 * since the checkpoint that it cosigned last.
 *
 * @returns the size of that checkpoint; undefined while there is none.
 * @throws Away when a witness did not answer, WitnessRefuses when one refused: that is for staff to look into.
 */
export async function askWitnesses({
  db,
  witnesses,
  send = fetch,
}: {
  db: Db;
  witnesses: readonly Witness[];
  send?: typeof fetch;
}): Promise<number | undefined> {
  const checkpoint = await newestCheckpoint(db);
  if (!checkpoint) return undefined;
  const outcomes = await Promise.allSettled(
    witnesses.map(async (witness) => {
      const key = toVkey(witness.verifier);
      const last = await db
        .selectFrom('logCosignature')
        .select('size')
        .where('witness', '=', key)
        .orderBy('size', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (last?.size === checkpoint.size) return;
      const line = await ask({ db, send }, witness, { ...checkpoint, from: last?.size ?? 0 });
      await db
        .insertInto('logCosignature')
        .values({ size: checkpoint.size, witness: key, line })
        .onConflict((conflict) => conflict.columns(['size', 'witness']).doNothing())
        .execute();
    }),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // the others have cosigned; a retry asks only those that have not
  if (failures.length > 0) throw failures.find((failure) => !(failure instanceof Away)) ?? failures[0];
  return checkpoint.size;
}

/** How long a witness that failed is not asked in passing, in milliseconds. */
const pause = 60_000;
let asking: Promise<void> | undefined;
let notBefore = 0;

/**
 * The same for work that goes on without a cosignature if there is none soon. Whatever fails here is tried again, and
 * reported, by the job that asks the witnesses.
 */
export async function askWitnessesInPassing(means: Parameters<typeof askWitnesses>[0]): Promise<void> {
  if (means.witnesses.length === 0 || performance.now() < notBefore) return;
  asking ??= askWitnesses(means)
    .then(() => {})
    .catch(() => {
      notBefore = performance.now() + pause;
    })
    .finally(() => {
      asking = undefined;
    });
  await asking;
}

type Question = { size: number; note: string; from: number };

async function ask(
  { db, send }: { db: Db; send: typeof fetch },
  { verifier, url }: Witness,
  { size, note, from }: Question,
): Promise<string> {
  const post = async (old: number) => {
    const proof = await proveConsistency(db, old, size);
    const lines = [`old ${old}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', note];
    const request = { method: 'POST', body: lines.join('\n') };
    return fetchBounded(`${url.replace(/\/$/, '')}/add-checkpoint`, request, { mostBytes, send })
      .then(({ status, bytes }) => ({ status, text: bytes.toString() }))
      .catch((cause: unknown) => {
        throw new Away(`The witness ${verifier.name} does not answer`, { cause });
      });
  };
  let answer = await post(from);
  // The witness knows another size: it lost its state, or ours is from a backup.
  const known = answer.status === 409 ? Number(/^(\d{1,15})\n$/.exec(answer.text)?.[1] ?? Number.NaN) : Number.NaN;
  if (known > size)
    throw new WitnessRefuses(`The witness ${verifier.name} has seen ${known} entries, and the log has ${size}`);
  if (!Number.isNaN(known)) answer = await post(known);
  if (answer.status >= 500) throw new Away(`The witness ${verifier.name} answered ${answer.status}`);
  if (answer.status !== 200)
    throw new WitnessRefuses(`The witness ${verifier.name} refused the checkpoint: ${answer.status}`);
  return goodLine(verifier, note, answer.text);
}

/** The line of the answer that is this witness's cosignature of the note. */
async function goodLine(verifier: Verifier, note: string, lines: string): Promise<string> {
  const { text } = parseNote(note);
  for (const line of lines.split(/(?<=\n)/)) {
    const { signatures } = await verifyNote(`${text}\n${line}`, [verifier]).catch((cause: unknown) => {
      throw new WitnessRefuses(`The witness ${verifier.name} sent a line that is no signature`, { cause });
    });
    if (signatures.length > 0) return line;
  }
  throw new WitnessRefuses(`The witness ${verifier.name} sent no signature of its own`);
}
