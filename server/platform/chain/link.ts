import { createHash, createHmac, randomBytes } from 'node:crypto';

/** What the first link of a chain bears for the hash of the one before it. */
export const firstHash = '0'.repeat(64);

/** What a link of a chain is made of; `content` is what of its row everybody may see. */
export type Link = { index: number; at: Date; content: readonly string[]; digest: string };

/**
 * The hash of a link (SHA-256, hexadecimal) over the JSON array of its index, moment (ISO 8601 in milliseconds),
 * content, digest and the hash before it.
 */
export const hashOf = ({ index, at, content, digest }: Link, previous: string): string =>
  createHash('sha256')
    .update(JSON.stringify([index, at.toISOString(), ...content, digest, previous]))
    .digest('hex');

/** What a row says as a digest, from which nobody without the salt learns what it was: HMAC-SHA-256, hexadecimal. */
export const digestOf = (salt: string, facts: object): string =>
  createHmac('sha256', salt).update(canonical(facts)).digest('hex');

/** A fresh salt of 128 random bits, and the digest of some facts with it. */
export function salted(facts: object): { salt: string; digest: string } {
  const salt = randomBytes(16).toString('base64url');
  return { salt, digest: digestOf(salt, facts) };
}

/** JSON with keys in order: what comes back from a jsonb column is written as it was before it went there. */
function canonical(facts: object): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
  };
  return JSON.stringify(sorted(JSON.parse(JSON.stringify(facts))));
}
