import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Role } from '@fairlead/contract/platform/permissions';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { accessTokenSeconds } from '../rules.ts';

/** `sessionExpiresAt` is the latest end of the session, and of its tokens. */
type Bearer = { accountId: string; sessionId: string; role: Role; sessionExpiresAt?: Date };

const inSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

const keys = new Map<string, KeyObject>();

/** One cached key object for each secret; raw bytes would be imported again for every token. */
function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret, 'utf8');
  keys.set(secret, key);
  return key;
}

/** Signs an access token: a JWT, with `role` and `exp` for the guards of the user interface. */
export function signAccessToken(
  { accountId, sessionId, role, sessionExpiresAt }: Bearer,
  secret: string,
  now: Date,
): Promise<string> {
  const issuedAt = inSeconds(now);
  const latest = sessionExpiresAt ? inSeconds(sessionExpiresAt) : Number.POSITIVE_INFINITY;
  return new SignJWT({ sid: sessionId, role })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(accountId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.min(issuedAt + accessTokenSeconds, latest))
    .sign(keyOf(secret));
}

/** The tokens that were verified last. They are those of people who are here now. */
const mostVerified = 5000;

/**
 * Tokens whose signature is known to be good, by the key that has made it: each is sent with every call for a quarter
 * of an hour. Whether the session has ended is asked of the database each time.
 */
const verified = new WeakMap<KeyObject, LRUCache<string, { bearer: Bearing; expires: number }>>();

type Bearing = { accountId: string; sessionId: string };

/** Verifies one of our access tokens; undefined when it is forged, malformed or expired. */
export async function readAccessToken(token: string, secret: string, now: Date): Promise<Bearing | undefined> {
  const key = keyOf(secret);
  const tokens = verified.get(key) ?? new LRUCache({ max: mostVerified });
  verified.set(key, tokens);
  const known = tokens.get(token);
  if (known) return known.expires > inSeconds(now) ? known.bearer : undefined;
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string') return undefined;
    const bearer = { accountId: sub, sessionId: sid };
    if (exp !== undefined) tokens.set(token, { bearer, expires: exp });
    return bearer;
  } catch {
    // The bearer is anonymous whatever the fault: details would help only a forger.
    return undefined;
  }
}

/** A refresh token, and its hash for storage. */
export function makeRefreshToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashRefreshToken(token) };
}

/** 256 random bits need no slow hash. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
