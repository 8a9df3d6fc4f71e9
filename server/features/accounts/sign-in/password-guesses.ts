import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Queryable, transaction } from '../../../platform/db/database.ts';
import { consume, forget, giveBack, isFirstInWindow } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { isPassword } from '../passwords.ts';
import { getCredentials, hasBeenAt } from '../queries.ts';
import { wrongPasswords } from '../rules.ts';

type Guess = {
  /** The account's email address, or one that no account has. */
  email: string;
  /** Undefined when no account has the email address, like the hash. */
  accountId: string | undefined;
  passwordHash: string | undefined;
  password: string;
  /** The IP address that it comes from. */
  ip: string;
  now: Date;
};

/** Origin of a guess: a device or an IP address from which the account has logged in before, or neither. */
export type GuessOrigin = { device?: string | undefined; isHome: boolean };

const keyAt = (email: string, { ip, device }: { ip: string; device?: string | undefined }) =>
  `login:${email} ${device ? `by ${device}` : `at ${ip}`}`;
const keyOfStrangers = (email: string) => `login:${email}`;

/**
 * Proving access to the mailbox always allows the next login: it resets the count of guesses, and makes the device
 * known.
 */
const byMailbox = {
  says: 'Too many wrong passwords have been tried for this account.',
  orElse: 'set a new password by “Forgot password?” now',
};

/**
 * Whether the password is the account's. Each guess is counted before its hash is calculated, so that concurrent
 * guesses are all counted. The count of a guess that could not be checked is reverted here; that of a right one must be
 * reverted by the caller. All forms that ask for an account's password share one count, so that another form allows no
 * further guesses. But each origin has its own count, so that a stranger's guesses do not lock out the owner. All
 * strangers together have a separate limit; beyond it only proof of access to the mailbox helps.
 *
 * The first wrong guess and the first refusal for an account in 15 minutes from one IP address are audited. For
 * emails without an account, the audit records only that some were tried.
 *
 * @returns undefined for a wrong one; for the right one the keys under which it is still counted.
 * @throws AppError `too-many`, or `unavailable` when too many are checked at once.
 */
export async function countedGuess(
  db: Db,
  guess: Guess,
  { device, isHome }: GuessOrigin,
): Promise<readonly string[] | undefined> {
  const { email, passwordHash, password, ip, now } = guess;
  const { seconds, perPlace, perNetwork, strangers } = wrongPasswords;
  const limits = [
    ...(device ? [] : [{ key: `login-from:${ip}`, max: perNetwork, seconds }]),
    { key: keyAt(email, { ip, device }), max: perPlace, seconds, ...byMailbox },
    ...(device || isHome ? [] : [{ key: keyOfStrangers(email), ...strangers, ...byMailbox }]),
  ];
  const keys = limits.map(({ key }) => key);
  try {
    await consume(db, limits, now);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too-many') await writeDown(db, 'login.lock', guess);
    throw error;
  }
  try {
    if (await isPassword(passwordHash, password)) return keys;
  } catch (error) {
    await giveBack(db, keys);
    throw error;
  }
  await writeDown(db, 'login.fail', guess);
  return undefined;
}

/** At most one record in 15 minutes per account and IP address, so that guessing cannot flood the audit log. */
async function writeDown(
  db: Db,
  action: 'login.fail' | 'login.lock',
  { email, accountId, ip, now }: Guess,
): Promise<void> {
  const window = { key: `${action}:${accountId ? email : ''} at ${ip}`, seconds: wrongPasswords.seconds };
  const subject = accountId ? { kind: 'account', id: accountId } : { kind: 'visitor', id: 'unknown email' };
  await transaction(db, async (tx) => {
    if (await isFirstInWindow(tx, window, now)) await appendAudit(tx, { actorId: null, action, subject, ip });
  });
}

/** Whether the password is the account's; the count of a right guess is reverted. See `countedGuess`. */
async function isRightPassword(db: Db, guess: Guess & { accountId: string }): Promise<boolean> {
  const counted = await countedGuess(db, guess, { isHome: await hasBeenAt(db, guess.accountId, guess.ip) });
  if (counted) await giveBack(db, counted);
  return counted !== undefined;
}

/**
 * Resets the counts of wrong guesses by strangers and from this origin, once the account's owner has authenticated
 * there.
 */
export const forgetGuesses = (db: Queryable, { email, ip }: { email: string; ip: string }): Promise<void> =>
  forget(db, [keyAt(email, { ip }), keyOfStrangers(email)]);

/** 400 and not 401: the session is valid, and a client must not try to refresh it. */
export function wrongPassword(): AppError {
  const message = 'This is not your current password.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}

/**
 * Checks the password of an account's owner again; wrong ones count together with those of login.
 *
 * @returns the account's credentials that were checked.
 * @throws AppError `invalid` at currentPassword, or `too-many`.
 */
export async function requireOwnPassword(
  db: Db,
  { accountId, password, ip, now }: { accountId: string; password: string; ip: string; now: Date },
) {
  const account = await getCredentials(db, accountId);
  const { email, passwordHash } = account;
  if (!(await isRightPassword(db, { email, accountId, passwordHash, password, ip, now }))) throw wrongPassword();
  return account;
}
