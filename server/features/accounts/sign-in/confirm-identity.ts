import { type Actor, requireConfirmed } from '../../../platform/http/access.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireOwnPassword } from './password-guesses.ts';
import { findSecondFactor, requireSecondFactor } from './second-factor.ts';

type Proof = { accountId: string; currentPassword: string; otp?: string | undefined; ip: string };

/**
 * Checks everything that login requires of the owner of an account: the password, and a code if there is a second
 * factor. Wrong ones count together with those of login.
 *
 * @returns the account's credentials that were checked.
 * @throws AppError `invalid` at currentPassword, `second-factor` and `bad-code`, or `too-many`.
 */
export async function requireOwner(platform: Platform, { accountId, currentPassword, otp, ip }: Proof) {
  const { db, clock } = platform;
  const account = await requireOwnPassword(db, { accountId, password: currentPassword, ip, now: clock() });
  await requireSecondFactor(platform, { accountId, otp, ip });
  return account;
}

/**
 * Records in a session that its person has authenticated again; see `requireConfirmed`.
 *
 * @throws AppError as `requireOwner`.
 */
export async function confirmIdentity(
  platform: Platform,
  { sessionId, ...proof }: Proof & { sessionId: string },
): Promise<void> {
  await requireOwner(platform, proof);
  await platform.db.updateTable('session').set({ confirmedAt: platform.clock() }).where('id', '=', sessionId).execute();
}

/**
 * For a form that asks for the password itself: requires of a person with a second factor that it was given a few
 * minutes ago.
 *
 * @throws AppError `confirm-password`.
 */
export async function requireFactorConfirmed(
  platform: Pick<Platform, 'db' | 'clock'>,
  actor: Pick<Actor, 'accountId' | 'confirmedAt'>,
): Promise<void> {
  if (await findSecondFactor(platform.db, actor.accountId)) requireConfirmed(actor, platform.clock());
}
