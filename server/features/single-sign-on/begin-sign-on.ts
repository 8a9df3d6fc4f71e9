import { randomBytes } from 'node:crypto';
import type { SignOn } from '@fairlead/contract/single-sign-on/calls';
import type { Db } from '../../platform/db/database.ts';
import { consume } from '../../platform/db/rate-limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { authorizationUrl, challengeOf, requireProvider } from './provider.ts';
import { signOnMinutes, signOns } from './rules.ts';

/** 256 random bits, in base64url. */
const random = () => randomBytes(32).toString('base64url');

/**
 * Begins a login via the academy's OpenID provider.
 *
 * @returns the URL that the browser goes to, and the values that it keeps until it returns.
 * @throws AppError `not-found` without a provider, `too-many`, or `unavailable` when it does not answer.
 */
export async function beginSignOn(platform: Platform, { ip }: { ip: string }): Promise<SignOn> {
  const { db, config, clock } = platform;
  const { issuer } = requireProvider(config);
  await consume(db, { key: `sign-on-begin:${ip}`, max: signOns.perNetwork, seconds: signOns.seconds }, clock());
  const [state, nonce, verifier] = [random(), random(), random()];
  const url = await authorizationUrl(config, { state, nonce, verifier });
  const expiresAt = new Date(clock().getTime() + signOnMinutes * 60_000);
  await db
    .insertInto('signOn')
    .values({ state, issuer, nonce, codeChallenge: challengeOf(verifier), expiresAt })
    .execute();
  return { url, state, verifier };
}

/** Deletes logins that were not finished in time. */
export async function sweepSignOns(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('signOn').where('expiresAt', '<=', now).execute();
}
