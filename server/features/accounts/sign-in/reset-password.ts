import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { badCode, forgetCodes, mailCodeTo, requireCode, requireTryAllowed, spendCode } from '../codes.ts';
import { resetEmail, unfinishedRegistrationEmail } from '../email-templates.ts';
import { endCalendars } from '../end-calendars.ts';
import { requireStrongPassword } from '../password-rule.ts';
import { hashPassword } from '../passwords.ts';
import { findAccountByEmail } from '../queries.ts';
import { makeDeviceToken } from './known-devices.ts';
import { forgetGuesses } from './password-guesses.ts';
import { endAllSessions } from './sessions.ts';

const purpose = 'reset-password';

/**
 * Mails a reset code if an account has the email address; otherwise it does nothing, and responds the same. If the
 * address was never verified, the registration may be a stranger's: its owner is asked to sign up again.
 */
export const requestPasswordReset = (platform: Platform, asked: { email: string; ip: string }): Promise<void> =>
  mailCodeTo(platform, asked, {
    purpose,
    template: resetEmail,
    action: 'login.request-reset',
    wants: async ({ email, emailVerifiedAt, invitedAt }) => {
      if (emailVerifiedAt || invitedAt) return {};
      const url = `${platform.config.publicUrl}/registration`;
      await transaction(platform.db, (tx) =>
        sendEmail(tx, platform.config, unfinishedRegistrationEmail, { to: email, values: {}, url }),
      );
      return undefined;
    },
  });

/**
 * Sets a new password by a mailed code, and ends every session and calendar link of the account. The code also verifies
 * the email address of an invited person, and allows login again after too many wrong guesses.
 *
 * @returns a device token that shows later that the mailbox was proved on this device, so that strangers' further
 * guesses do not lock it out.
 * @throws AppError `bad-code`, or `invalid` for a password that is easy to guess.
 */
export async function resetPassword(
  { db, config, clock }: Platform,
  { email, digits, password, ip }: { email: string; digits: string; password: string; ip: string },
): Promise<string> {
  const now = clock();
  await requireTryAllowed(db, { email, purpose, now, ip });
  // Before the code is counted, so that a weak password uses up no attempt.
  await requireStrongPassword({ db, config }, password, { field: 'newPassword', owner: { email } });
  const account = await findAccountByEmail(db, email);
  if (!account) throw badCode();
  const entered = { accountId: account.id, purpose, secret: config.secrets.token, now, ip, digits } as const;
  await requireCode(db, entered, { email, isOwner: false });
  // The check against the name runs only after the code, so that its result cannot reveal the name to others.
  await requireStrongPassword({ db, config }, password, { field: 'newPassword', owner: account });
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    await spendCode(tx, entered);
    await tx
      .updateTable('account')
      .set({ passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? now })
      .where('id', '=', account.id)
      .execute();
    await endAllSessions(tx, account.id, now);
    await endCalendars(tx, account.id);
    await forgetCodes(tx, account.id);
    await forgetGuesses(tx, { email, ip });
    const subject = { kind: 'account', id: account.id };
    await appendAudit(tx, { actorId: account.id, action: 'account.reset-password', subject, ip });
  });
  return makeDeviceToken(config.secrets.token, account.id, now);
}
