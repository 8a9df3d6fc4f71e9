import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { asMade } from '../codes.ts';

const nonceBytes = 12;
const tagBytes = 16;
/** The most bytes of what was sealed. */
const mostBytes = 16 * 1024 * 1024;
/** The most random bits of a code are 59: with these a guess costs 32 MB and about 0.1 s. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 };

/** The key of a release, from the invigilator's code however it was typed (scrypt, RFC 7914). 32 bytes. */
export const sealKeyOf = (testId: string, code: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(asMade(code), `fairlead ship test ${testId}`, 32, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/**
 * Compresses and encrypts a value (AES-256-GCM).
 *
 * @param context what it is, and whose: sealed for one context it opens in no other.
 */
export function seal(key: Buffer, context: string, value: unknown): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`fairlead ${context}`));
  const plain = brotliCompressSync(JSON.stringify(value));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The value again. Throws with another key, for another context, and when it was changed. */
export function unseal(key: Buffer, context: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(`fairlead ${context}`)).setAuthTag(bytes.subarray(-tagBytes));
  const plain = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  return JSON.parse(brotliDecompressSync(plain, { maxOutputLength: mostBytes }).toString());
}

export const paperContext = (paperId: string): string => `paper aboard ${paperId}`;
export const answersContext = (paperId: string): string => `answers aboard ${paperId}`;
/** Tells the right code, also while nobody has a paper. */
export const checkContext = (testId: string): string => `test aboard ${testId}`;
