import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { badCode, demandCode, forgetCodes, mailCodeTo, spendCode } from './codes.ts';
import { resetLetter } from './letters.ts';
import { forgetGuesses } from './password-guesses.ts';
import { demandUncommon, hashPassword } from './passwords.ts';
import { findAccountByEmail } from './queries.ts';
import { perAddressAnHour } from './rules.ts';
import { endAllSessions } from './sessions.ts';

const purpose = 'reset-password';

/** Mails a reset code when an account has the address; otherwise it does nothing, and says the same. */
export const requestPasswordReset = (platform: Platform, asked: { email: string; address: string }): Promise<void> =>
  mailCodeTo(platform, asked, { purpose, letter: resetLetter, wants: () => true });

/**
 * Sets a new password by a mailed code, and ends every session of the account: whoever was in is out. The code
 * also proves the address, if that was still open, and opens login again to whoever forgot the old one by guessing.
 *
 * @throws AppError `bad-code`, or `invalid` for a common password.
 */
export async function resetPassword(
  { db, config, clock }: Platform,
  { email, digits, password, address }: { email: string; digits: string; password: string; address: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `try-code:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  await demandUncommon(password, 'newPassword');
  const account = await findAccountByEmail(db, email);
  if (!account) throw badCode();
  const entered = { accountId: account.id, purpose, secret: config.secrets.token, now, digits } as const;
  await demandCode(db, entered);
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    await spendCode(tx, entered);
    await tx
      .updateTable('account')
      .set({ passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? now })
      .where('id', '=', account.id)
      .execute();
    await endAllSessions(tx, account.id, now);
    await forgetCodes(tx, account.id);
    await forgetGuesses(tx, { email, address });
    const subject = { kind: 'account', id: account.id };
    await appendAudit(tx, { actorId: account.id, action: 'account.reset-password', subject, address });
  });
}
