import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { appendAudit } from '../../platform/audit/append.ts';
import { among } from '../../platform/db/among.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { consume, isCounted, type Limit } from '../../platform/db/rate-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { keyFor } from '../../platform/keys/encrypted-text.ts';
import type { EmailTemplate } from '../../platform/mail/email-template.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Config } from '../../settings/config.ts';
import { sendEmail } from '../academy/index.ts';
import { findAccountByEmail, hasBeenAt } from './queries.ts';
import { codeTries, perIpAnHour, code as rule } from './rules.ts';

export type Purpose = 'verify-email' | 'reset-password' | 'change-email';
/** `ip` is the requester's. */
type Asked = { email: string; purpose: Purpose; now: Date; ip: string };
const keyOf = ({ email, purpose }: Asked) => `code:${purpose}:${email}`;
const keyAt = (asked: Asked) => `${keyOf(asked)}:day:${asked.ip}`;

/**
 * Counts a request for a code for an email address, whether or not an account has it: the responses must not differ.
 *
 * @throws AppError `too-many`.
 */
export async function requireCodeAllowed(db: Queryable, asked: Asked): Promise<void> {
  const { now } = asked;
  const of = keyOf(asked);
  const minute = { max: rule.aMinute, seconds: 60, says: 'An OTP can be sent only once a minute.' };
  const day = { seconds: 24 * 3600, says: 'No more OTPs can be sent to this address today.' };
  await consume(db, { key: `${of}:minute`, ...minute }, now);
  await consume(db, { key: keyAt(asked), max: rule.aDay, ...day }, now);
  await consume(db, { key: `${of}:day`, max: rule.aDayInAll, ...day }, now);
}

/**
 * Counts a try at a code for a network as a whole, unless a code for this email address was requested from there today:
 * a crew shares a network, and its codes have limits of their own (`codeTries`). An address without an account makes no
 * difference.
 *
 * @throws AppError `too-many`.
 */
export async function requireTryAllowed(db: Queryable, asked: Asked): Promise<void> {
  if (await isCounted(db, keyAt(asked), asked.now)) return;
  await consume(db, { key: `try-code:${asked.ip}`, max: perIpAnHour, seconds: 3600 }, asked.now);
}

/**
 * Mails a code to somebody who requests one without a session, if an account has the email address and `wants` returns
 * what the code is for; otherwise it does nothing. The caller cannot tell the difference. `action` is the audited
 * action, if any.
 *
 * @throws AppError `too-many`.
 */
export async function mailCodeTo(
  { db, config, clock }: Platform,
  { email, ip }: { email: string; ip: string },
  {
    purpose,
    template,
    wants,
    action,
  }: { purpose: Purpose; template: CodeEmail['template']; wants: Wants; action?: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `ask-code:${ip}`, max: perIpAnHour, seconds: 3600 }, now);
  await requireCodeAllowed(db, { email, purpose, now, ip });
  const account = await findAccountByEmail(db, email);
  const wanted = account && (await wants(account));
  if (!wanted) return;
  const issued = { accountId: account.id, purpose, ...wanted, now, ip };
  await transaction(db, async (tx) => {
    await mailCode(tx, config, issued, { template, to: email });
    if (action) await appendAudit(tx, { actorId: null, action, subject: { kind: 'account', id: account.id }, ip });
  });
}

type Holder = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;
/**
 * A code that verifies an email address belongs to one registration, and is not valid for another of the same address.
 */
type OfRegistration = { registrationId?: string };
type Wants = (account: Holder) => Promise<OfRegistration | undefined | false>;
/** `ip` is the network of who requests or enters the code. */
type Issued = { accountId: string; purpose: Purpose; now: Date; ip: string } & OfRegistration;
/** For a change of email address: the new address, to which the code is mailed. */
type NewEmail = { newEmail?: string };
type CodeEmail = { template: EmailTemplate<'minutes'>; to: string };

/** An HMAC, since six digits could be found from a plain hash by trying all of them. */
const hashCode = (accountId: string, purpose: Purpose, digits: string, secret: string) =>
  createHmac('sha256', keyFor(secret, 'mailed codes')).update(`${purpose}:${accountId}:${digits}`).digest('base64url');

const hashOf = ({ accountId, purpose, digits, secret }: Entered) => hashCode(accountId, purpose, digits, secret);

/** Generates a new code that replaces any earlier one, and mails it, unless it expires before it can be sent. */
export async function mailCode(
  tx: Tx,
  config: Config,
  { accountId, purpose, registrationId, now, ip, newEmail }: Issued & NewEmail,
  { template, to }: CodeEmail,
): Promise<void> {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(now.getTime() + rule.minutes * 60_000);
  const fresh = {
    codeHash: hashCode(accountId, purpose, digits, config.secrets.token),
    askedFrom: ip,
    sentAt: now,
    expiresAt,
    newEmail: newEmail ?? null,
  };
  await tx
    .insertInto('oneTimeCode')
    .values({ accountId, purpose, registrationId: registrationId ?? null, ...fresh })
    .onConflict((conflict) => conflict.columns(['accountId', 'purpose', 'registrationId']).doUpdateSet(fresh))
    .execute();
  const values = { minutes: String(rule.minutes) };
  await sendEmail(tx, config, template, { to, values, code: digits, goodUntil: expiresAt });
}

type Entered = Issued & { digits: string; secret: string };
/** `isOwner`: shown by the id of the registration, or by a session. */
type Trier = { email: string; isOwner: boolean };

const isOf = ({ accountId, purpose, registrationId }: Omit<Issued, 'ip'>) =>
  sql<SqlBool>`(account_id, purpose) = (${accountId}, ${purpose})
    and registration_id is not distinct from ${registrationId ?? null}`;

/** The same error for a wrong, expired or used-up code, and for an unknown email address. */
export const badCode = () => new AppError('bad-code', 'Invalid OTP', { fields: { otp: 'Invalid OTP' } });

/**
 * Counts a try and checks the digits against the code; see `codeTries`. The count must be kept even if the request
 * fails, so it is written outside the caller's transaction.
 *
 * @throws AppError `bad-code`, also when no try is left.
 */
export async function requireCode(db: Db, of: Entered, { email, isOwner }: Trier): Promise<void> {
  const row = await db
    .selectFrom('oneTimeCode')
    .select(['codeHash', 'sentAt', 'askedFrom'])
    .where(isOf(of))
    .where('expiresAt', '>', of.now)
    .executeTakeFirst();
  if (!row) throw badCode();
  const isStranger = !isOwner && row.askedFrom !== of.ip && !(await hasBeenAt(db, of.accountId, of.ip));
  const tries = `try-code:${of.purpose}:${email}`;
  const atThis = `${tries} ${of.registrationId ?? ''} ${row.sentAt.getTime()}`;
  const { perNetwork, ofOwner, strangers } = codeTries;
  const life = rule.minutes * 60;
  const limits: Limit[] = isOwner
    ? [{ key: `${atThis} by owner`, max: ofOwner, seconds: life }]
    : [{ key: `${atThis} at ${of.ip}`, max: perNetwork, seconds: life }];
  if (isStranger) {
    limits.push({ key: atThis, max: strangers.perCode, seconds: life });
    limits.push({ key: tries, max: strangers.aDay, seconds: 24 * 3600 });
  }
  await consume(db, limits, of.now).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'too-many' ? badCode() : error;
  });
  if (!timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(hashOf(of)))) throw badCode();
}

/**
 * Invalidates every code of one or several accounts, the registrations that wait for one, and the link of an
 * invitation, since the person who requested them or the mailbox that received them is no longer trusted.
 */
export async function forgetCodes(tx: Tx, of: string | readonly string[]): Promise<void> {
  const accountIds = typeof of === 'string' ? [of] : of;
  await tx.deleteFrom('oneTimeCode').where(among('accountId', accountIds)).execute();
  await tx.deleteFrom('registration').where(among('accountId', accountIds)).execute();
  await tx.deleteFrom('invitation').where(among('accountId', accountIds)).execute();
}

/**
 * Uses up the code, in the transaction of the action that it permits; of two concurrent calls the second finds none.
 * Neither does a call whose code was replaced since it was checked.
 *
 * @throws AppError `bad-code`.
 */
export async function spendCode(tx: Tx, of: Entered): Promise<void> {
  const spent = await tx
    .deleteFrom('oneTimeCode')
    .where(isOf(of))
    .where('codeHash', '=', hashOf(of))
    .returning('accountId')
    .executeTakeFirst();
  if (!spent) throw badCode();
}

/**
 * Leaves the code as it is, but checks that no other has replaced it since it was checked.
 *
 * @throws AppError `bad-code`.
 */
export async function requireSameCode(tx: Tx, of: Entered): Promise<void> {
  const same = await tx
    .selectFrom('oneTimeCode')
    .select('accountId')
    .where(isOf(of))
    .where('codeHash', '=', hashOf(of))
    .executeTakeFirst();
  if (!same) throw badCode();
}

/** Deletes codes that expired more than a day ago, and registrations that were adopted by an account by then. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000);
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<', dayAgo).execute();
  await db.deleteFrom('registration').where('verifiedAt', '<', dayAgo).execute();
}
