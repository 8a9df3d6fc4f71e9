import { appendAudit } from '../../../platform/audit/append.ts';
import { type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { badCode, forgetCodes, mailCode, requireCode, requireCodeAllowed } from '../codes.ts';
import { emailChangedEmail, newAddressEmail } from '../email-templates.ts';
import { findAccountByEmail } from '../queries.ts';
import { code as rule } from '../rules.ts';
import { requireOwnPassword } from '../sign-in/password-guesses.ts';

const purpose = 'change-email';

const invalidEmail = (message: string) => new AppError('invalid', message, { fields: { email: message } });

/**
 * Reveals no more than registration does, and requires a password, so that nobody can enumerate our email addresses
 * with it.
 */
function inUse(): AppError {
  const message = 'This email address is already registered.';
  return new AppError('exists', message, { fields: { email: message } });
}

/** As for registration: an email that was never verified, or whose registration was refused, is free. */
async function isTaken(db: Queryable, email: string): Promise<boolean> {
  const holder = await findAccountByEmail(db, email);
  return holder !== undefined && holder.emailVerifiedAt !== null && holder.refusedAt === null;
}

type Owner = { accountId: string; ip: string };

/**
 * Mails a code to the new email address of an account; nothing changes before the code is entered. A later request
 * replaces an earlier one.
 *
 * @throws AppError `invalid` for a wrong password or the current email, `exists` for one in use, `too-many`.
 */
export async function requestEmailChange(
  { db, config, clock }: Platform,
  { accountId, ip, email, currentPassword }: Owner & { email: string; currentPassword: string },
): Promise<void> {
  const now = clock();
  const account = await requireOwnPassword(db, { accountId, password: currentPassword, ip, now });
  if (email === account.email) throw invalidEmail('This is already your email address.');
  // Without this limit, one account could try many emails, or have mails sent to many people.
  await consume(db, { key: `code:${purpose}:by:${accountId}`, max: rule.aDay, seconds: 24 * 3600 }, now);
  await transaction(db, async (tx) => {
    if (await isTaken(tx, email)) throw inUse();
    await requireCodeAllowed(tx, { email, purpose, now, ip });
    const issued = { accountId, purpose, now, ip, newEmail: email } as const;
    await mailCode(tx, config, issued, { template: newAddressEmail, to: email });
  });
}

const findPending = async (db: Queryable, accountId: string) =>
  (
    await db
      .selectFrom('oneTimeCode')
      .select('newEmail')
      .where('accountId', '=', accountId)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
  )?.newEmail;

/**
 * Makes the new email the account's login, after a check of the code mailed to it, and notifies the old one.
 *
 * @throws AppError `bad-code`, or `exists` when the email was taken meanwhile.
 */
export async function confirmEmailChange(
  platform: Platform,
  { accountId, digits, ip }: Owner & { digits: string },
): Promise<void> {
  const { db, config, clock } = platform;
  const newEmail = await findPending(db, accountId);
  if (!newEmail) throw badCode();
  const entered = { accountId, purpose, secret: config.secrets.token, now: clock(), ip, digits } as const;
  await requireCode(db, entered, { email: newEmail, isOwner: true });
  await adoptEmail(platform, { accountId, newEmail, ip });
}

/**
 * Sets an account's email address to one whose ownership was just proved. Codes mailed to the old one become invalid.
 *
 * @throws AppError `bad-code` when the code was already used, or was replaced by a request for another email;
 * `exists` for an email in use.
 */
export async function adoptEmail(
  { db, config }: Platform,
  { accountId, newEmail, ip }: Owner & { newEmail: string },
): Promise<void> {
  const adopted = transaction(db, async (tx) => {
    await spendCodeFor(tx, accountId, newEmail);
    // An unverified or refused registration with this email is deleted: its owner has just proved it. An account that
    // staff made may be enrolled, and stays.
    await tx
      .deleteFrom('account')
      .where('email', '=', newEmail)
      .where((e) => e.or([e('emailVerifiedAt', 'is', null), e('refusedAt', 'is not', null)]))
      .where('invitedAt', 'is', null)
      .execute();
    const account = await tx
      .selectFrom('account')
      .select(['email', 'firstName', 'lastName'])
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await tx.updateTable('account').set({ email: newEmail }).where('id', '=', accountId).execute();
    await forgetCodes(tx, accountId);
    const subject = { kind: 'account', id: accountId };
    const details = { from: account.email, to: newEmail };
    await appendAudit(tx, { actorId: accountId, action: 'account.change-email', subject, details, ip });
    await sendEmail(tx, config, emailChangedEmail, { to: account.email, values: { name: fullName(account) } });
  });
  await adopted.catch((error: unknown) => {
    throw isUniqueViolation(error, 'account_email_key') ? inUse() : error;
  });
}

async function spendCodeFor(tx: Tx, accountId: string, newEmail: string): Promise<void> {
  const spent = await tx
    .deleteFrom('oneTimeCode')
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('newEmail', '=', newEmail)
    .returning('accountId')
    .executeTakeFirst();
  if (!spent) throw badCode();
}
