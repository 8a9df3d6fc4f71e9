import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { forgetCodes } from '../codes.ts';
import { passwordChangedEmail } from '../email-templates.ts';
import { endCalendars } from '../end-calendars.ts';
import { requireStrongPassword } from '../password-rule.ts';
import { hashPassword } from '../passwords.ts';
import { requireOwnPassword, wrongPassword } from '../sign-in/password-guesses.ts';
import { endOtherSessions } from '../sign-in/sessions.ts';

type Owner = { accountId: string; sessionId: string; ip: string };

/**
 * Changes an account's password, ends its other sessions and its calendar links and invalidates its codes, since anyone
 * who knew the old password may have opened or requested them. Of two concurrent changes, the second fails, because its
 * current password is no longer correct.
 *
 * @throws AppError `invalid` for a wrong password, for a new one that is unchanged or easy to guess, `too-many`.
 */
export async function changePassword(
  { db, config, clock }: Platform,
  { accountId, sessionId, ip, currentPassword, newPassword }: Owner & Record<'currentPassword' | 'newPassword', string>,
): Promise<void> {
  const now = clock();
  const account = await requireOwnPassword(db, { accountId, password: currentPassword, ip, now });
  await requireStrongPassword({ db, config }, newPassword, { field: 'newPassword', owner: account });
  if (newPassword === currentPassword) {
    const message = 'This is already your password. Please choose another.';
    throw new AppError('invalid', message, { fields: { newPassword: message } });
  }
  const passwordHash = await hashPassword(newPassword);
  await transaction(db, async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({ passwordHash })
      .where('id', '=', accountId)
      .where('passwordHash', '=', account.passwordHash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw wrongPassword();
    await endOtherSessions(tx, { accountId, sessionId, now });
    await endCalendars(tx, accountId);
    await forgetCodes(tx, accountId);
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.change-password', subject, ip });
    await sendEmail(tx, config, passwordChangedEmail, { to: account.email, values: { name: fullName(account) } });
  });
}
