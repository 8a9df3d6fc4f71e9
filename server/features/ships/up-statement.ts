import { CompactSign, importJWK, type JWK } from 'jose';
import type { PackClaims } from './pack.ts';

/** The kind of a statement that a ship's computer signs; it is part of the signed data. */
export const upType = 'fairlead-ship-pack-up+jws';

/** The public key of a box as a JWK. @param key 65 bytes in base64url: 4, x and y. */
export function jwkOf(key: string): JWK {
  const bytes = Buffer.from(key, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33, 65)].map((part) => part.toString('base64url'));
  return { kty: 'EC', crv: 'P-256', ...(x !== undefined && y !== undefined && { x, y }) };
}

/** Signs the claims of a pack with a box's private key: a compact JWS (ES256). */
export const signUp = async (privateKey: JWK, claims: PackClaims): Promise<string> =>
  new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'ES256', typ: upType })
    .sign(await importJWK(privateKey, 'ES256'));
