import { createHash, createHmac, randomBytes } from 'node:crypto';

/** The value that the first link of a chain has as the previous hash. */
export const firstHash = '0'.repeat(64);

/** The fields of a link that its hash covers; `content` is the public part of its row. */
export type Link = { index: number; at: Date; content: readonly string[]; digest: string };

/**
 * The text that the hash of a link covers: the JSON array of its index, its time (ISO 8601 with milliseconds), its
 * content, its digest and the previous hash. A time that is none, as somebody may have written into the database, is
 * null: the check of a chain names such a link, and must not end at it.
 */
export const linkText = ({ index, at, content, digest }: Link, previous: string): string =>
  JSON.stringify([index, at, ...content, digest, previous]);

/** The hash of a link: SHA-256 of its text, hexadecimal. */
export const hashOf = (link: Link, previous: string): string =>
  createHash('sha256').update(linkText(link, previous)).digest('hex');

/** The digest of a row's data: HMAC-SHA-256 with the salt as key, hexadecimal. Without the salt it reveals nothing. */
export const digestOf = (salt: string, facts: object): string =>
  createHmac('sha256', salt).update(canonical(facts)).digest('hex');

/** A new salt of 128 random bits, and the digest of some data with it. */
export function salted(facts: object): { salt: string; digest: string } {
  const salt = randomBytes(16).toString('base64url');
  return { salt, digest: digestOf(salt, facts) };
}

/** JSON with sorted keys, so that a value read from a jsonb column has the same text as before it was stored. */
const canonical = (facts: object): string => JSON.stringify(sorted(facts));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // as JSON.stringify writes it, such as a time
  if ('toJSON' in value && typeof value.toJSON === 'function') return sorted(value.toJSON());
  const fields = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sorted(fields[key])]),
  );
}
