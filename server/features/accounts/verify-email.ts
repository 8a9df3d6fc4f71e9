import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { badCode, demandCode, demandSameCode, mailCodeTo } from './codes.ts';
import { verificationLetter } from './letters.ts';
import { findAccountByEmail } from './queries.ts';
import { perAddressAnHour } from './rules.ts';

const purpose = 'verify-email';

/**
 * Proves a registered address by the code that was mailed to it; the account then waits for staff. The code is good
 * again until it runs out: whoever lost the answer at sea and enters it once more has proved no less.
 *
 * @throws AppError `bad-code`, the same for an address that nobody registered.
 */
export async function verifyEmail(
  { db, config, clock }: Platform,
  { email, digits, address }: { email: string; digits: string; address: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `try-code:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  const account = await findAccountByEmail(db, email);
  if (!account) throw badCode();
  const entered = { accountId: account.id, purpose, secret: config.secrets.token, now, digits } as const;
  await demandCode(db, entered);
  await transaction(db, async (tx) => {
    await tx
      .updateTable('account')
      .set((e) => ({ emailVerifiedAt: e.fn.coalesce('emailVerifiedAt', e.val(now)) }))
      .where('id', '=', account.id)
      .execute();
    // Looked at under the lock of the account, as registering anew has it: the code proves what was registered with it.
    await demandSameCode(tx, entered);
  });
}

/** Mails a new code to an address that still waits to be verified; to any other it does nothing, and says the same. */
export const resendVerificationCode = (platform: Platform, asked: { email: string; address: string }): Promise<void> =>
  mailCodeTo(platform, asked, { purpose, letter: verificationLetter, wants: (account) => !account.emailVerifiedAt });
