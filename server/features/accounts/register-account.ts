import type { Registration } from '@fairlead/contract/accounts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { demandCodeAllowed, mailCode } from './codes.ts';
import { verificationLetter } from './letters.ts';
import { demandStrongPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { perAddressAnHour } from './rules.ts';

/**
 * Registers a seafarer and mails the code that verifies the address. An address that was never verified may
 * register again: its owner may have mistyped the rest, and a stranger must not be able to occupy it. So may one whose
 * registration was refused. Each registration waits with its own code, and changes nothing of an account that is there
 * already until that code comes back (`verifyEmail`).
 *
 * @returns the id of the registration, by which the browser that made it says which one its code is of.
 * @throws AppError `conflict` for an address in use, `too-many`, or `invalid` for a password that is easy to
 *   guess.
 */
export async function registerAccount(
  { db, config, clock }: Platform,
  { registration, address }: { registration: Registration; address: string },
): Promise<string> {
  const { email, password, tittle: prefix, firstName, lastName, mobile } = registration;
  const now = clock();
  await consume(db, { key: `register:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  await demandStrongPassword({ db, config }, password, { field: 'password', owner: registration });
  const passwordHash = await hashPassword(password);
  const details = { prefix, firstName, lastName, mobile, passwordHash };
  return transaction(db, async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ email, ...details, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .column('email')
          // Nothing changes, but the row is locked: registrations and proofs of one address take turns.
          .doUpdateSet({ email })
          .where((e) => e.or([e('account.emailVerifiedAt', 'is', null), e('account.refusedAt', 'is not', null)])),
      )
      .returning('id')
      .executeTakeFirst();
    if (!account) throw new AppError('conflict', 'This email address is already registered. Please log in.');
    await demandCodeAllowed(tx, { email, purpose: 'verify-email', now, address });
    // One that was verified before it was refused is over.
    await tx
      .deleteFrom('registration')
      .where('accountId', '=', account.id)
      .where('verifiedAt', 'is not', null)
      .execute();
    const { id } = await tx
      .insertInto('registration')
      .values({ accountId: account.id, ...details, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const issued = { accountId: account.id, purpose: 'verify-email', registrationId: id, now } as const;
    await mailCode(tx, config, issued, { letter: verificationLetter, to: email });
    return id;
  });
}
