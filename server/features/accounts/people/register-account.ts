import type { Registration } from '@fairlead/contract/accounts/calls';
import { transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireMobile } from '../../../platform/phone-numbers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { mailCode, requireCodeAllowed } from '../codes.ts';
import { verificationEmail } from '../email-templates.ts';
import { requireStrongPassword } from '../password-rule.ts';
import { hashPassword } from '../passwords.ts';
import { perIpAnHour } from '../rules.ts';

/**
 * Signs up a seafarer and mails the code that verifies the email address. Somebody may sign up again with an address
 * that was never verified: its owner may have mistyped the rest, and a stranger must not be able to block it. The same
 * applies to a refused registration. Each registration has its own code, and changes nothing of an existing account
 * until that code is entered (`verifyEmail`).
 *
 * @returns the id of the registration, with which the browser later identifies the registration its code belongs to.
 * @throws AppError `exists` for an email in use, `too-many`, or `invalid` for a password that is easy to guess or a
 * mobile number that cannot be one.
 */
export async function registerAccount(
  { db, config, clock }: Platform,
  { registration, ip }: { registration: Registration; ip: string },
): Promise<string> {
  const { email, password, tittle: prefix, firstName } = registration;
  const lastName = registration.lastName ?? '';
  const mobile = requireMobile(registration.mobile);
  const now = clock();
  await consume(db, { key: `register:${ip}`, max: perIpAnHour, seconds: 3600 }, now);
  await requireStrongPassword({ db, config }, password, { field: 'password', owner: { ...registration, lastName } });
  const passwordHash = await hashPassword(password);
  const details = { prefix, firstName, lastName, mobile, passwordHash };
  return transaction(db, async (tx) => {
    const account = await tx
      .insertInto('account')
      .values({ email, ...details, createdAt: now })
      .onConflict((conflict) =>
        conflict
          .column('email')
          // Changes nothing but locks the row, so that registrations and verifications of one email address run one
          // after another.
          .doUpdateSet({ email })
          .where((e) => e.or([e('account.emailVerifiedAt', 'is', null), e('account.refusedAt', 'is not', null)])),
      )
      .returning('id')
      .executeTakeFirst();
    if (!account) throw new AppError('exists', 'This email address is already registered. Please log in.');
    await requireCodeAllowed(tx, { email, purpose: 'verify-email', now, ip });
    // A registration that was verified before it was refused is no longer needed.
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
    const issued = { accountId: account.id, purpose: 'verify-email', registrationId: id, now, ip } as const;
    await mailCode(tx, config, issued, { template: verificationEmail, to: email });
    return id;
  });
}
