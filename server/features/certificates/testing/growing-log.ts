import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { parseCheckpoint } from '@fairlead/contract/proofs/checkpoint';
import { signatureTypes } from '@fairlead/contract/proofs/signed-note';
import { sql } from 'kysely';
import { newestCheckpoint } from '../../../platform/transparency/checkpoints.ts';
import type { TestApp } from '../../../testing/app.ts';

/** A witness's key, and by what others verify it. */
export function witnessKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = Buffer.from(String(createPublicKey(privateKey).export({ format: 'jwk' }).x), 'base64url');
  return { privateKey, verifier: { name: 'witness.example', type: signatureTypes.witness, key } as const };
}

/**
 * Returns a function that adds so many entries about a certificate to the public log, signs a checkpoint, and returns
 * the size of that.
 */
export const logGrower =
  ({ db, chainAppender, clock }: Pick<TestApp, 'db' | 'chainAppender' | 'clock'>, { id }: { id: string }) =>
  async (count: number): Promise<number> => {
    await sql`
      insert into certificate_event (at, kind, certificate_id, subject, salt, digest)
      select ${clock()}, 'record', id, log_id, 'salt', encode(sha256(convert_to(n::text, 'UTF8')), 'hex')
      from certificate, generate_series(1, ${count}) as n where id = ${id}`.execute(db);
    await chainAppender.append();
    return parseCheckpoint((await newestCheckpoint(db))?.note ?? '').size;
  };
