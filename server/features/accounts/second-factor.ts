import type { Role } from '@fairlead/contract/permissions';
import { secondFactorGraceDays } from '@fairlead/contract/second-factor';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { consume, giveBack } from '../../platform/http/limits.ts';
import { keyFor, openText, sealText } from '../../platform/keys/sealed-text.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendLetter } from '../academy/send-letter.ts';
import { badCode } from './codes.ts';
import { hashRecoveryCode, stepOf, withoutSpaces } from './one-time-passwords.ts';
import { secondFactorDue } from './queries.ts';
import { wrongSecondFactors } from './rules.ts';
import { recoveryCodeUsedLetter } from './staff-letters.ts';

const keyOf = ({ secrets }: Config) => keyFor(secrets.vault, 'second factors');

export const sealSecret = (config: Config, accountId: string, secret: string): string =>
  sealText(keyOf(config), secret, accountId);
export const openSecret = (config: Config, accountId: string, sealed: string): string =>
  openText(keyOf(config), sealed, accountId);
export const recoveryCodeHash = (config: Config, accountId: string, typed: string): string =>
  hashRecoveryCode(keyFor(config.secrets.vault, 'recovery codes'), accountId, typed);

/** The second factor of an account, once it was confirmed. */
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
 * At the first login of somebody of the staff, by whatever it is: from here on they have some days to set up a second
 * factor. Those who have one are no exception, since it may be taken away later.
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

/** From when on somebody can only set up a second factor; null when they have one, or need none. */
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

type Given = { accountId: string; otp: string | undefined; address: string };

export const secondFactorNeeded = () =>
  new AppError('second-factor', 'Please enter the code that your authenticator app shows.');

/**
 * Lets whoever has the password go on when the account has no second factor, or they have that too: a code of the app,
 * which is taken once and none before it afterwards, or a recovery code, of which the owner is told by mail.
 *
 * @throws AppError `second-factor` when none was given, `bad-code`, or `too-many`.
 */
export async function demandSecondFactor(platform: Platform, { accountId, otp, address }: Given): Promise<void> {
  const { db, config, clock } = platform;
  const factor = await findSecondFactor(db, accountId);
  if (!factor) return;
  if (!otp) throw secondFactorNeeded();
  await counted(db, { accountId, address, now: clock() }, async () => {
    const step = stepOf(openSecret(config, accountId, factor.sealedSecret), withoutSpaces(otp), clock());
    return step === undefined
      ? spendRecoveryCode(platform, { accountId, otp, address })
      : spendStep(db, accountId, step);
  });
}

/** Lets a counted try go on that is right; a wrong one is in the audit. */
async function counted(
  db: Db,
  { accountId, address, now }: { accountId: string; address: string; now: Date },
  isRight: () => Promise<boolean>,
): Promise<void> {
  const keys = await countTry(db, accountId, now);
  if (!(await isRight())) {
    const subject = { kind: 'account', id: accountId };
    await transaction(db, (tx) =>
      appendAudit(tx, { actorId: null, action: 'login.fail-second-factor', subject, address }),
    );
    throw badCode();
  }
  await giveBack(db, keys);
}

/**
 * Counts a try of a second factor before it is looked at, so that a volley is counted whole.
 *
 * @param of the account, or its set-up: somebody who has a session alone must not use up the tries of a login.
 * @returns the keys under which a right one gives its count back.
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

/** Of two who bring the same code at once, the second finds it taken. */
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

const spendRecoveryCode = ({ db, config, clock }: Platform, { accountId, otp = '', address }: Given) =>
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
    await appendAudit(tx, { actorId: accountId, action: 'account.use-recovery-code', subject, address });
    const { email, name, left } = await getFactorOwner(tx, accountId);
    await sendLetter(tx, config, recoveryCodeUsedLetter, { to: email, values: { name, left: String(left) } });
    return true;
  });

async function getFactorOwner(tx: Tx, accountId: string) {
  const { email, firstName, lastName } = await tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const left = (await findSecondFactor(tx, accountId))?.recoveryCodes ?? 0;
  return { email, name: `${firstName} ${lastName}`, left };
}
