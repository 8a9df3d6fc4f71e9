import { secondFactorGraceDays } from '@fairlead/contract/accounts/second-factor';
import type { Role } from '@fairlead/contract/platform/permissions';
import { sql } from 'kysely';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import { consume, giveBack } from '../../../platform/db/rate-limits.ts';
import { AppError } from '../../../platform/errors.ts';
import { decryptText, encryptText, keyFor } from '../../../platform/keys/encrypted-text.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Config } from '../../../settings/config.ts';
import { sendEmail } from '../../academy/index.ts';
import { badCode } from '../codes.ts';
import { hasBeenAt, secondFactorDue } from '../queries.ts';
import { wrongSecondFactors } from '../rules.ts';
import { recoveryCodeUsedEmail } from '../staff-email-templates.ts';
import { hashRecoveryCode, stepOf, withoutSpaces } from './totp.ts';

const keyOf = ({ secrets }: Config) => keyFor(secrets.vault, 'second factors');

export const encryptSecret = (config: Config, accountId: string, secret: string): string =>
  encryptText(keyOf(config), secret, accountId);
export const decryptSecret = (config: Config, accountId: string, encrypted: string): string =>
  decryptText(keyOf(config), encrypted, accountId);
export const recoveryCodeHash = (config: Config, accountId: string, typed: string): string =>
  hashRecoveryCode(keyFor(config.secrets.vault, 'recovery codes'), accountId, typed);

/** The confirmed second factor of an account. */
export const findSecondFactor = (db: Queryable, accountId: string) =>
  db
    .selectFrom('secondFactor')
    .select((e) => [
      'sealedSecret',
      'confirmedAt',
      e
        .selectFrom('recoveryCode')
        .whereRef('recoveryCode.accountId', '=', 'secondFactor.accountId')
        .where('usedAt', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('recoveryCodes'),
    ])
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst();

/**
 * Starts the grace period at a staff member's first login, by any method: after it, they must have set up a second
 * factor. It also starts for those who have one, since it may be removed later.
 */
export async function startGrace(
  db: Queryable,
  { id: accountId, role }: { id: string; role: Role },
  now: Date,
): Promise<void> {
  if (role === 'learner') return;
  await db
    .updateTable('account')
    .set({ secondFactorDue: new Date(now.getTime() + secondFactorGraceDays * 24 * 3600 * 1000) })
    .where('id', '=', accountId)
    .where('secondFactorDue', 'is', null)
    .execute();
}

/** The time from which somebody can only set up a second factor; null when they have one, or need none. */
export async function getSecondFactorDue(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  accountId: string,
): Promise<Date | null> {
  const { due } = await db
    .selectFrom('account')
    .select(sql<Date | null>`nullif(${secondFactorDue(config.timeZone)}, 'infinity')`.as('due'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return due;
}

type Given = { accountId: string; otp: string | undefined; ip: string };

export const secondFactorNeeded = () =>
  new AppError('second-factor', 'Please enter the code that your authenticator app shows.');

/**
 * Checks the second factor of an account that has one, after the password: a code of the app, which is accepted once
 * and no earlier code after it, or a recovery code, after whose use the owner is notified by email.
 *
 * @throws AppError `second-factor` when none was given, `bad-code`, or `too-many`.
 */
export async function requireSecondFactor(platform: Platform, { accountId, otp, ip }: Given): Promise<void> {
  const { db, config, clock } = platform;
  const factor = await findSecondFactor(db, accountId);
  if (!factor) return;
  if (!otp) throw secondFactorNeeded();
  await counted(db, { accountId, ip, now: clock() }, async () => {
    const step = stepOf(decryptSecret(config, accountId, factor.sealedSecret), withoutSpaces(otp), clock());
    return step === undefined ? spendRecoveryCode(platform, { accountId, otp, ip }) : spendStep(db, accountId, step);
  });
}

/**
 * Counts an attempt and checks it: the count of a right one is reverted, a wrong one is audited. A network from which
 * the account has logged in before has a count of its own, so that somebody elsewhere who has found the password does
 * not lock out the owner.
 *
 * @throws AppError `bad-code`, or `too-many`.
 */
async function counted(
  db: Db,
  { accountId, ip, now }: { accountId: string; ip: string; now: Date },
  isRight: () => Promise<boolean>,
): Promise<void> {
  const isHome = await hasBeenAt(db, accountId, ip);
  const keys = await countTry(db, isHome ? `${accountId} at ${ip}` : accountId, now);
  if (!(await isRight())) {
    const subject = { kind: 'account', id: accountId };
    await transaction(db, (tx) => appendAudit(tx, { actorId: null, action: 'login.fail-second-factor', subject, ip }));
    throw badCode();
  }
  await giveBack(db, keys);
}

/**
 * Counts an attempt at a second factor before it is checked, so that concurrent attempts are all counted.
 *
 * @param of the account, also at a network, or its set-up: somebody with only a session must not use up the attempts of
 *   a login.
 * @returns the keys for reverting the count of a right one.
 * @throws AppError `too-many`.
 */
export async function countTry(db: Queryable, of: string, now: Date): Promise<string[]> {
  const { burst, burstSeconds, aDay } = wrongSecondFactors;
  const limits = [
    { key: `second-factor:${of}:day`, max: aDay, seconds: 24 * 3600 },
    { key: `second-factor:${of}`, max: burst, seconds: burstSeconds },
  ];
  await consume(db, limits, now);
  return limits.map(({ key }) => key);
}

/** Of two concurrent uses of the same code, the second gets false. */
async function spendStep(db: Queryable, accountId: string, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('lastStep', '<', step)
    .returning('accountId')
    .executeTakeFirst();
  return spent !== undefined;
}

const spendRecoveryCode = ({ db, config, clock }: Platform, { accountId, otp = '', ip }: Given) =>
  transaction(db, async (tx) => {
    const spent = await tx
      .updateTable('recoveryCode')
      .set({ usedAt: clock() })
      .where('accountId', '=', accountId)
      .where('codeHash', '=', recoveryCodeHash(config, accountId, otp))
      .where('usedAt', 'is', null)
      .returning('accountId')
      .executeTakeFirst();
    if (!spent) return false;
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.use-recovery-code', subject, ip });
    const { email, name, left } = await getFactorOwner(tx, accountId);
    await sendEmail(tx, config, recoveryCodeUsedEmail, { to: email, values: { name, left: String(left) } });
    return true;
  });

async function getFactorOwner(tx: Tx, accountId: string) {
  const { email, firstName, lastName } = await tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const left = (await findSecondFactor(tx, accountId))?.recoveryCodes ?? 0;
  return { email, name: fullName({ firstName, lastName }), left };
}
