import { type Queryable, transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { badCode, demandCode, demandSameCode, mailCodeTo } from './codes.ts';
import { verificationLetter } from './letters.ts';
import { findAccountByEmail } from './queries.ts';
import { perAddressAnHour } from './rules.ts';

const purpose = 'verify-email';

/** `registrationId` is the one that the browser made; a client that does not say has to have made the only one. */
type Registered = { email: string; registrationId: string | undefined; address: string };

/**
 * The registration of an account that a browser means. Of several, one that is not named could be a stranger's, whose
 * code came to the owner's mailbox: then it is none.
 */
async function findRegistration(db: Queryable, accountId: string, registrationId: string | undefined) {
  let found = db.selectFrom('registration').select(['id', 'verifiedAt']).where('accountId', '=', accountId);
  if (registrationId) found = found.where('id', '=', registrationId);
  const [registration, another] = await found.limit(2).execute();
  return another ? undefined : registration;
}

/**
 * Proves a registered address by the code that was mailed for a registration, which becomes the account's: its password,
 * and its name unless staff gave one by an invitation. Other registrations of the address are dropped. The account then
 * waits for staff. The code is good again until it runs out: whoever lost the answer at sea and enters it once more has
 * proved no less.
 *
 * @throws AppError `bad-code`, the same for an address that nobody registered.
 */
export async function verifyEmail(
  { db, config, clock }: Platform,
  { email, registrationId, digits, address }: Registered & { digits: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `try-code:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  const account = await findAccountByEmail(db, email);
  const registration = account && (await findRegistration(db, account.id, registrationId));
  if (!registration) throw badCode();
  const of = { accountId: account.id, purpose, registrationId: registration.id } as const;
  const entered = { ...of, secret: config.secrets.token, now, digits };
  await demandCode(db, entered);
  await transaction(db, async (tx) => {
    const { emailVerifiedAt, refusedAt, invitedAt } = await tx
      .selectFrom('account')
      .select(['emailVerifiedAt', 'refusedAt', 'invitedAt'])
      .where('id', '=', account.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Under the lock of the account, as registering has it: what was dropped meanwhile is proved no more.
    await demandSameCode(tx, entered);
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

/** Mails a new code for a registration that still waits to be verified; for any other it does nothing, and says the same. */
export const resendVerificationCode = (platform: Platform, { registrationId, ...asked }: Registered): Promise<void> =>
  mailCodeTo(platform, asked, {
    purpose,
    letter: verificationLetter,
    wants: async (account) => {
      const registration = await findRegistration(platform.db, account.id, registrationId);
      return registration && !registration.verifiedAt && { registrationId: registration.id };
    },
  });
