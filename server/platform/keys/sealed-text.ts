import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** A key of 32 bytes for one purpose alone, from a secret that serves several (HKDF, RFC 5869). */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `fairlead ${purpose}`, 32));

/**
 * Seals a short text (AES-256-GCM), so that whoever reads the database alone does not read it.
 *
 * @param context whose it is and what for: sealed for one, it does not open for another.
 */
export function sealText(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
}

/** Opens what was sealed; throws when it was changed, or sealed with another key or for another context. */
export function openText(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes));
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
}
