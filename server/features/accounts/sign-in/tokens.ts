import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Role } from '@fairlead/contract/permissions';
import { jwtVerify, SignJWT } from 'jose';
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

/** Verifies one of our access tokens; undefined when it is forged, malformed or expired. */
export async function readAccessToken(
  token: string,
  secret: string,
  now: Date,
): Promise<{ accountId: string; sessionId: string } | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), { algorithms: ['HS256'], currentDate: now });
    const { sub, sid } = payload;
    return typeof sub === 'string' && typeof sid === 'string' ? { accountId: sub, sessionId: sid } : undefined;
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
