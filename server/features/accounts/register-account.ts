import type { Registration } from '@fairlead/contract/accounts';
import { AppError } from '../../errors.ts';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { demandCodeAllowed, mailCode } from './codes.ts';
import { verificationLetter } from './letters.ts';
import { demandUncommon, hashPassword } from './passwords.ts';
import { perAddressAnHour } from './rules.ts';

/** What a refused registration loses when it is made again. */
const anew = { emailVerifiedAt: null, refusedAt: null, refusedBy: null, refusalReason: null };

/**
 * Registers a seafarer and mails the code that verifies the address. An address that was never verified may
 * register again: its owner may have mistyped the rest, and a stranger must not be able to occupy it. So may one whose
 * registration was refused: it begins anew, code and approval included, under the same row and its history.
 *
 * @throws AppError `conflict` for an address in use, `too-many`, or `invalid` for a common password.
 */
export async function registerAccount(
  { db, config, clock }: Platform,
  { registration, address }: { registration: Registration; address: string },
): Promise<void> {
  const { email, password, tittle: prefix, firstName, lastName, mobile } = registration;
  const now = clock();
  await consume(db, { key: `register:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  await demandUncommon(password, 'password');
  const passwordHash = await hashPassword(password);
  const details = { prefix, firstName, lastName, mobile, passwordHash };
  await transaction(db, async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ email, ...details, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet({ ...details, ...anew })
          .where((e) => e.or([e('account.emailVerifiedAt', 'is', null), e('account.refusedAt', 'is not', null)])),
      )
      .returning('id')
      .executeTakeFirst();
    if (!account) throw new AppError('conflict', 'This email address is already registered. Please log in.');
    await demandCodeAllowed(tx, { email, purpose: 'verify-email', now, address });
    const issued = { accountId: account.id, purpose: 'verify-email', now } as const;
    await mailCode(tx, config, issued, { letter: verificationLetter, to: email });
  });
}
