import { transaction } from '../../../platform/db/database.ts';
import { giveBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findAccountForLogin } from '../queries.ts';
import { notVerified, requireMayLogIn } from '../rules.ts';
import { makeDeviceToken, readDeviceToken } from './known-devices.ts';
import { countedGuess } from './password-guesses.ts';
import { requireSecondFactor, startGrace } from './second-factor.ts';
import { openSession } from './sessions.ts';

type Attempt = {
  email: string;
  password: string;
  /** For an account with a second factor: a code of its app, or a recovery code. */
  otp?: string | undefined;
  /** The device token that this browser stored at an earlier login. */
  device?: string | undefined;
  ip: string;
  userAgent: string | undefined;
};

const badCredentials = () => new AppError('bad-credentials', 'Invalid email or password');

/**
 * Checks a password, and the second factor of an account that has one, and opens a session. The password hash is
 * expensive, and on the embedded database engine each query blocks all others. So everything needed before the hash is
 * read by one query, and everything after it is written by one statement.
 *
 * @throws AppError `bad-credentials` (the same for an unknown email address), `too-many`, the reason why the account
 * may not log in, or `second-factor` and `bad-code`.
 */
export async function logIn(platform: Platform, { email, password, otp, device, ip, userAgent }: Attempt) {
  const { db, config, clock } = platform;
  const { token: secret } = config.secrets;
  const account = await findAccountForLogin(db, { email, ip });
  const guess = { email, accountId: account?.id, passwordHash: account?.passwordHash, password, ip, now: clock() };
  const known = account && device ? readDeviceToken(secret, account.id, device, clock()) : undefined;
  const counted = await countedGuess(db, guess, { device: known, isHome: account?.isHome ?? false });
  if (!counted || !account) throw badCredentials();
  try {
    if (account.registrationId) throw notVerified(account.registrationId);
    requireMayLogIn(account);
    if (account.hasSecondFactor) await requireSecondFactor(platform, { accountId: account.id, otp, ip });
    await startGrace(db, account, clock());
    const tokens = await transaction(db, async (tx) => {
      // If the password was changed while this one was being checked, or the account was disabled, its sessions were
      // ended: no new one is opened.
      const current = await tx
        .selectFrom('account')
        .select('id')
        .where('id', '=', account.id)
        .where('passwordHash', '=', account.passwordHash)
        .where('disabledAt', 'is', null)
        .forShare()
        .executeTakeFirst();
      if (!current) throw badCredentials();
      // If a second factor was confirmed meanwhile, sessions without it were ended: this must not open another.
      const hasShownFactor = account.hasSecondFactor;
      return openSession(tx, platform, { account, ip, userAgent, hasShownFactor, counted });
    });
    return { account, ...tokens, device: makeDeviceToken(secret, account.id, clock(), known) };
  } catch (error) {
    // The password was right, so the refusal does not count as a guess.
    await giveBack(db, counted);
    throw error;
  }
}
