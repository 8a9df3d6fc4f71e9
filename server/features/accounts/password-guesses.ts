import { AppError } from '../../errors.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import { consume, forget, giveBack } from '../../platform/http/limits.ts';
import { getCredentials } from './own-account-queries.ts';
import { isPassword } from './passwords.ts';
import { hasBeenAt } from './queries.ts';
import { wrongPasswords } from './rules.ts';

type Guess = {
  /** The account's address, or one that no account has. */
  email: string;
  passwordHash: string | undefined;
  password: string;
  /** The network address that it comes from. */
  address: string;
  now: Date;
};

type Place = Pick<Guess, 'email' | 'address'>;

/** Where an account's owner has been before, its guesses are counted apart from those of the rest of the world. */
const keyAtHome = ({ email, address }: Place) => `login:${email} at ${address}`;
const keyElsewhere = ({ email }: Pick<Place, 'email'>) => `login:${email}`;

/**
 * Whether the password is the account's. Each guess is counted before its hash is taken, so that a volley of
 * simultaneous guesses is counted whole; one that could not be checked gives its count back, and the right one's is
 * the caller's to give back. Wherever an account's password is asked for, its guesses are counted together: another
 * screen is no second chance. But a stranger who guesses ten times wrong does not lock the owner out of the networks
 * they come from.
 *
 * @param isHome whether the account has had a session from this address.
 * @returns undefined for a wrong one; for the right one the keys under which it is counted still.
 * @throws AppError `too-many`, or `unavailable` when too many are checked at once.
 */
export async function countedGuess(
  db: Db,
  { email, passwordHash, password, address, now }: Guess,
  isHome: boolean,
): Promise<readonly string[] | undefined> {
  const { seconds, perAccount, perAddress } = wrongPasswords;
  const keys = {
    account: isHome ? keyAtHome({ email, address }) : keyElsewhere({ email }),
    address: `login-from:${address}`,
  };
  const limits = [
    { key: keys.address, max: perAddress, seconds },
    { key: keys.account, max: perAccount, seconds },
  ];
  await consume(db, limits, now);
  try {
    return (await isPassword(passwordHash, password)) ? Object.values(keys) : undefined;
  } catch (error) {
    await giveBack(db, Object.values(keys));
    throw error;
  }
}

/** Whether the password is the account's, where nothing else hangs on it. See `countedGuess`. */
async function isRightPassword(db: Db, guess: Guess): Promise<boolean> {
  const counted = await countedGuess(db, guess, await hasBeenAt(db, guess.email, guess.address));
  if (counted) await giveBack(db, counted);
  return counted !== undefined;
}

/** Forgets wrong guesses of an account, once its owner has proved to be at this place. */
export const forgetGuesses = (db: Queryable, place: Place): Promise<void> =>
  forget(db, [keyAtHome(place), keyElsewhere(place)]);

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
  if (!(await isRightPassword(db, { email, passwordHash, password, address, now }))) throw wrongPassword();
  return account;
}
