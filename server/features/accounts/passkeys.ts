import { randomBytes } from 'node:crypto';
import { passkeyHost } from '@fairlead/contract/passkey-host';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { challengeMinutes } from './rules.ts';

/** For whom devices make and use keys: browsers bind a key to the host, and say to which origin they have shown it. */
export type Party = { id: string; origin: string };

const partyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): Party | undefined => {
  const id = passkeyHost(publicUrl);
  return id === undefined ? undefined : { id, origin: new URL(publicUrl).origin };
};

/** Whether browsers have passkeys at the academy's address. */
export const offersPasskeys = (config: Pick<Config, 'publicUrl'>): boolean => partyOf(config) !== undefined;

/** @throws AppError `conflict` where the academy's address is one for which browsers have no passkeys. */
export function demandParty(config: Pick<Config, 'publicUrl'>): Party {
  const party = partyOf(config);
  if (party) return party;
  throw new AppError('conflict', 'Passkeys are not offered here: the academy’s address has to be a name with https.');
}

/** What a challenge is good for: adding a passkey to one account, or logging in. */
type Purpose = { purpose: 'add'; accountId: string } | { purpose: 'log-in'; accountId: null };

/** A random text for a device to sign, in base64url; good once, for a few minutes and for this purpose. */
export async function issueChallenge(db: Queryable, purpose: Purpose, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000);
  await db
    .insertInto('passkeyChallenge')
    .values({ challenge, ...purpose, expiresAt })
    .execute();
  return challenge;
}

/** Uses a challenge up, whatever comes of it. Of two who bring the same at once, the second finds it gone. */
export async function spendChallenge(
  db: Queryable,
  { challenge, purpose, accountId }: Purpose & { challenge: string },
  now: Date,
): Promise<boolean> {
  const spent = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('accountId', 'is not distinct from', accountId)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function sweepPasskeyChallenges(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute();
}

/** How devices know an account, in base64url: they hand it back at login. */
export const userHandleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');
