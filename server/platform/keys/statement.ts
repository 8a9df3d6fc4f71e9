import { wasInForce } from '@fairlead/contract/proofs/credential';
import { CompactSign, compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { datedBy, type Keys, type PublicKey } from './keys.ts';

/** The kind of a statement. It is part of the signed data, so that one kind is never accepted as another. */
export type StatementKind = 'log-head' | 'evidence' | 'offline-pass' | 'course-file' | 'ship-pack';

/** Thrown for a statement that the academy did not sign in this form; the message says why. */
export class BadStatement extends Error {}

type Claims = Record<string, unknown>;
const typeOf = (kind: StatementKind) => `fairlead-${kind}+jws`;

/**
 * Signs a statement in the academy's name: a compact JWS (RFC 7515, EdDSA) of the claims as JSON and of the time
 * (`iat`, seconds). Anybody can verify it with the keys of GET /api/verify/keys.
 */
export async function signStatement(
  { keys, clock }: { keys: Keys; clock: () => Date },
  kind: StatementKind,
  claims: Claims,
): Promise<string> {
  const key = await keys.facts();
  const content = JSON.stringify({ ...claims, iat: datedBy(key, clock()) });
  return new CompactSign(Buffer.from(content))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.id, typ: typeOf(kind) })
    .sign(key.privateKey);
}

/**
 * Verifies the signature of a statement and returns its claims.
 *
 * @param published the academy's keys; `keys.published()` where the database is available.
 * @throws BadStatement
 */
export async function readStatement(
  published: readonly PublicKey[],
  kind: StatementKind,
  statement: string,
): Promise<Claims & { iat: number }> {
  const { kid, typ } = headerOf(statement);
  if (typ !== typeOf(kind)) throw new BadStatement(`It is no statement of the kind ${kind}`);
  const key = published.find(({ id }) => id === kid);
  if (!key) throw new BadStatement('It is signed with a key that is not the academy’s');
  const jwk = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key.key }, 'EdDSA');
  const { payload } = await compactVerify(statement, jwk, { algorithms: ['EdDSA'] }).catch((cause: unknown) => {
    throw new BadStatement('It was changed after it was signed', { cause });
  });
  const claims = JSON.parse(Buffer.from(payload).toString()) as Claims & { iat: number };
  if (!wasInForce(key, claims.iat)) throw new BadStatement('It is dated when its key was not in force');
  return claims;
}

function headerOf(statement: string): { kid?: string; typ?: string } {
  try {
    return decodeProtectedHeader(statement);
  } catch (cause) {
    throw new BadStatement('It is no signed statement', { cause });
  }
}
