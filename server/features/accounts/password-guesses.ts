import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Queryable, transaction } from '../../platform/db/database.ts';
import { consume, forget, giveBack, isFirstInWindow } from '../../platform/http/limits.ts';
import { getCredentials } from './own-account-queries.ts';
import { isPassword } from './passwords.ts';
import { hasBeenAt } from './queries.ts';
import { wrongPasswords } from './rules.ts';

type Guess = {
  /** The account's address, or one that no account has. */
  email: string;
  /** Undefined when no account has the address, as is the hash. */
  accountId: string | undefined;
  passwordHash: string | undefined;
  password: string;
  /** The network address that it comes from. */
  address: string;
  now: Date;
};

/** Where a guess comes from: a device or a network that the account has logged in from before, or neither. */
export type Place = { device?: string | undefined; isHome: boolean };

const keyAt = (email: string, { address, device }: { address: string; device?: string | undefined }) =>
  `login:${email} ${device ? `by ${device}` : `at ${address}`}`;
const keyOfStrangers = (email: string) => `login:${email}`;

/** Who proves the mailbox is let in by the next login: their guesses are forgotten, and their device is known. */
const byMailbox = {
  says: 'Too many wrong passwords have been tried for this account.',
  orElse: 'set a new password by “Forgot password?” now',
};

/**
 * Whether the password is the account's. Each guess is counted before its hash is taken, so that a volley of
 * simultaneous guesses is counted whole; one that could not be checked gives its count back, and the right one's is
 * the caller's to give back. Wherever an account's password is asked for, its guesses are counted together: another
 * screen is no second chance. But each place is counted apart, so that a stranger who guesses does not lock the owner
 * out; what strangers may guess together has a bound of its own, beyond which the mailbox is the proof.
 *
 * The first wrong guess and the first refusal of an account in 15 minutes from one network go into the audit. Of
 * addresses that no account has only that somebody tried some.
 *
 * @returns undefined for a wrong one; for the right one the keys under which it is counted still.
 * @throws AppError `too-many`, or `unavailable` when too many are checked at once.
 */
export async function countedGuess(
  db: Db,
  guess: Guess,
  { device, isHome }: Place,
): Promise<readonly string[] | undefined> {
  const { email, passwordHash, password, address, now } = guess;
  const { seconds, perPlace, perNetwork, strangers } = wrongPasswords;
  const limits = [
    { key: `login-from:${address}`, max: perNetwork, seconds },
    { key: keyAt(email, { address, device }), max: perPlace, seconds, ...byMailbox },
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

/** Once in 15 minutes for an account and a network: who guesses on cannot fill the audit. */
async function writeDown(
  db: Db,
  action: 'login.fail' | 'login.lock',
  { email, accountId, address, now }: Guess,
): Promise<void> {
  const window = { key: `${action}:${accountId ? email : ''} at ${address}`, seconds: wrongPasswords.seconds };
  const subject = accountId ? { kind: 'account', id: accountId } : { kind: 'visitor', id: 'unknown email' };
  await transaction(db, async (tx) => {
    if (await isFirstInWindow(tx, window, now)) await appendAudit(tx, { actorId: null, action, subject, address });
  });
}

/** Whether the password is the account's, where nothing else hangs on it. See `countedGuess`. */
async function isRightPassword(db: Db, guess: Guess): Promise<boolean> {
  const counted = await countedGuess(db, guess, { isHome: await hasBeenAt(db, guess.email, guess.address) });
  if (counted) await giveBack(db, counted);
  return counted !== undefined;
}

/** Forgets wrong guesses of an account by strangers and at this place, once its owner has proved to be there. */
export const forgetGuesses = (db: Queryable, { email, address }: { email: string; address: string }): Promise<void> =>
  forget(db, [keyAt(email, { address }), keyOfStrangers(email)]);

/** 400 and not 401: the session is good, and a client must not try to refresh it. */
export function wrongPassword(): AppError {
  const message = 'This is not your current password.';
  return new AppError('invalid', message, { fields: { currentPassword: message } });
}

/**
 * Asks the owner of an account for the password again; wrong ones are counted with those of login.
 *
 * @returns what the account was held against.
 * @throws AppError `invalid` at currentPassword, or `too-many`.
 */
export async function demandOwnPassword(
  db: Db,
  { accountId, password, address, now }: { accountId: string; password: string; address: string; now: Date },
) {
  const account = await getCredentials(db, accountId);
  const { email, passwordHash } = account;
  if (!(await isRightPassword(db, { email, accountId, passwordHash, password, address, now }))) throw wrongPassword();
  return account;
}
