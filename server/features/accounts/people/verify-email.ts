import { type Queryable, transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { badCode, mailCodeTo, requireCode, requireSameCode, requireTryAllowed } from '../codes.ts';
import { verificationEmail } from '../email-templates.ts';
import { findAccountByEmail } from '../queries.ts';

const purpose = 'verify-email';

/** `registrationId` is that of the browser's own registration; without it, there must be only one. */
type Registered = { email: string; registrationId: string | undefined; ip: string };

/**
 * The registration of an account that a browser means. If several exist and none is named, it returns none: one could
 * be a stranger's, whose code was mailed to the owner's mailbox.
 */
async function findRegistration(db: Queryable, accountId: string, registrationId: string | undefined) {
  let found = db.selectFrom('registration').select(['id', 'verifiedAt']).where('accountId', '=', accountId);
  if (registrationId) found = found.where('id', '=', registrationId);
  const [registration, another] = await found.limit(2).execute();
  return another ? undefined : registration;
}

/**
 * Verifies the email address of a registration by the code mailed for it. The registration's password becomes the
 * account's, and so does its name unless staff gave one by an invitation. Other registrations of the email are
 * deleted. The account is then waiting for approval. The code can be entered again until it expires, in case the first
 * response was lost.
 *
 * @throws AppError `bad-code`, the same for an email without a registration.
 */
export async function verifyEmail(
  { db, config, clock }: Platform,
  { email, registrationId, digits, ip }: Registered & { digits: string },
): Promise<void> {
  const now = clock();
  await requireTryAllowed(db, { email, purpose, now, ip });
  const account = await findAccountByEmail(db, email);
  const registration = account && (await findRegistration(db, account.id, registrationId));
  if (!registration) throw badCode();
  const of = { accountId: account.id, purpose, registrationId: registration.id, ip } as const;
  const entered = { ...of, secret: config.secrets.token, now, digits };
  await requireCode(db, entered, { email, isOwner: registrationId !== undefined });
  await transaction(db, async (tx) => {
    const { emailVerifiedAt, refusedAt, invitedAt } = await tx
      .selectFrom('account')
      .select(['emailVerifiedAt', 'refusedAt', 'invitedAt'])
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Under the account's lock, as in registration: a code or registration deleted meanwhile is no longer valid.
    await requireSameCode(tx, entered);
    const current = await findRegistration(tx, account.id, registrationId);
    if (current?.id !== registration.id) throw badCode();
    if (current.verifiedAt) return;
    if (emailVerifiedAt && !refusedAt) throw badCode();
    const { passwordHash, ...person } = await tx
      .updateTable('registration')
      .set({ verifiedAt: now })
      .where('id', '=', registration.id)
      .returning(['passwordHash', 'prefix', 'firstName', 'lastName', 'mobile'])
      .executeTakeFirstOrThrow();
    const proved = { passwordHash, emailVerifiedAt: now, refusedAt: null, refusedBy: null, refusalReason: null };
    await tx
      .updateTable('account')
      .set({ ...proved, ...(!invitedAt && person) })
      .where('id', '=', account.id)
      .execute();
    await tx
      .deleteFrom('registration')
      .where('accountId', '=', account.id)
      .where('id', '!=', registration.id)
      .execute();
  });
}

/**
 * Mails a new code for a registration that is still unverified; for any other it does nothing, and responds the same.
 */
export const resendVerificationCode = (platform: Platform, { registrationId, ...asked }: Registered): Promise<void> =>
  mailCodeTo(platform, asked, {
    purpose,
    template: verificationEmail,
    wants: async (account) => {
      const registration = await findRegistration(platform.db, account.id, registrationId);
      return registration && !registration.verifiedAt && { registrationId: registration.id };
    },
  });
