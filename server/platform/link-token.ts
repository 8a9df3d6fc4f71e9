import { createHash, randomBytes } from 'node:crypto';

/** The token of a secret link: 256 random bits, which cannot be guessed. */
export const makeToken = (): string => randomBytes(32).toString('base64url');

/**
 * The stored hash of a token, so that a copy of the database gives no access. So many random bits need no slow hash.
 */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
