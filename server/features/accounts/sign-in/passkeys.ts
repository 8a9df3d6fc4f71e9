import { randomBytes } from 'node:crypto';
import { passkeyHost } from '@fairlead/contract/accounts/passkey-host';
import type { Queryable } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Config } from '../../../settings/config.ts';
import { challengeMinutes } from '../rules.ts';

/** The relying party: browsers bind a key to the host, and report the origin on which it was used. */
export type Party = { id: string; origin: string };

const partyOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): Party | undefined => {
  const id = passkeyHost(publicUrl);
  return id === undefined ? undefined : { id, origin: new URL(publicUrl).origin };
};

/** Whether browsers support passkeys at the academy's URL. */
export const offersPasskeys = (config: Pick<Config, 'publicUrl'>): boolean => partyOf(config) !== undefined;

/** @throws AppError `conflict` if browsers do not support passkeys at the academy's URL. */
export function requireParty(config: Pick<Config, 'publicUrl'>): Party {
  const party = partyOf(config);
  if (party) return party;
  throw new AppError(
    'conflict',
    'Passkeys are not available here: the address of this website must be a domain name with https.',
  );
}

/** The purpose of a challenge: adding a passkey to one account, or logging in. */
type Purpose = { purpose: 'add'; accountId: string } | { purpose: 'log-in'; accountId: null };

/** A random challenge for a device to sign, in base64url; valid once, for a few minutes and for this purpose. */
export async function issueChallenge(db: Queryable, purpose: Purpose, now: Date): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000);
  await db
    .insertInto('passkeyChallenge')
    .values({ challenge, ...purpose, expiresAt })
    .execute();
  return challenge;
}

/** Uses up a challenge, whatever the result. Of two concurrent calls with the same one, the second finds none. */
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

/** The user handle by which devices know an account, in base64url: they return it at login. */
export const userHandleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');
