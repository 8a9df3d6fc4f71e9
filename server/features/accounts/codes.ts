import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import { consume } from '../../platform/http/limits.ts';
import { keyFor } from '../../platform/keys/sealed-text.ts';
import type { LetterKind } from '../../platform/mail/letter.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendLetter } from '../academy/send-letter.ts';
import { findAccountByEmail } from './queries.ts';
import { perAddressAnHour, code as rule } from './rules.ts';

export type Purpose = 'verify-email' | 'reset-password' | 'change-email';
/** `address` is the network that asks. */
type Asked = { email: string; purpose: Purpose; now: Date; address: string };

/**
 * Counts a request for a code against its address, whether or not an account has it: the answers must be alike.
 *
 * @throws AppError `too-many`.
 */
export async function demandCodeAllowed(db: Queryable, { email, purpose, now, address }: Asked): Promise<void> {
  const of = `code:${purpose}:${email}`;
  const minute = { max: rule.aMinute, seconds: 60, says: 'A code is mailed once a minute.' };
  const day = { seconds: 24 * 3600, says: 'No more codes are mailed to this address today.' };
  await consume(db, { key: `${of}:minute`, ...minute }, now);
  await consume(db, { key: `${of}:day:${address}`, max: rule.aDay, ...day }, now);
  await consume(db, { key: `${of}:day`, max: rule.aDayInAll, ...day }, now);
}

/**
 * Mails a code to somebody who asks for one without a session, when an account has the address and `wants` one, and says what
 * of it the code is for; otherwise it does nothing, and says the same. `action` is what the audit calls it, if anything.
 *
 * @throws AppError `too-many`.
 */
export async function mailCodeTo(
  { db, config, clock }: Platform,
  { email, address }: { email: string; address: string },
  { purpose, letter, wants, action }: { purpose: Purpose; letter: CodeLetter['letter']; wants: Wants; action?: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `ask-code:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  await demandCodeAllowed(db, { email, purpose, now, address });
  const account = await findAccountByEmail(db, email);
  const wanted = account && (await wants(account));
  if (!wanted) return;
  const issued = { accountId: account.id, purpose, ...wanted, now };
  await transaction(db, async (tx) => {
    await mailCode(tx, config, issued, { letter, to: email });
    if (action) await appendAudit(tx, { actorId: null, action, subject: { kind: 'account', id: account.id }, address });
  });
}

type Holder = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;
/** A code that verifies an address is of one registration, and serves no other of the same address. */
type OfRegistration = { registrationId?: string };
type Wants = (account: Holder) => Promise<OfRegistration | undefined | false>;
type Issued = { accountId: string; purpose: Purpose; now: Date } & OfRegistration;
/** Of a change of address: the new one, which the code goes to. */
type NewEmail = { newEmail?: string };
type CodeLetter = { letter: LetterKind<'minutes'>; to: string };

/** Keyed, since six digits alone could be found from their hash by trying them all. */
const hashCode = (accountId: string, purpose: Purpose, digits: string, secret: string) =>
  createHmac('sha256', keyFor(secret, 'mailed codes')).update(`${purpose}:${accountId}:${digits}`).digest('base64url');

const hashOf = ({ accountId, purpose, digits, secret }: Entered) => hashCode(accountId, purpose, digits, secret);

/** Makes a new code in the place of any earlier one, and mails it, unless it runs out on the way. */
export async function mailCode(
  tx: Tx,
  config: Config,
  { accountId, purpose, registrationId, now, newEmail }: Issued & NewEmail,
  { letter, to }: CodeLetter,
): Promise<void> {
  const digits = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(now.getTime() + rule.minutes * 60_000);
  const fresh = {
    codeHash: hashCode(accountId, purpose, digits, config.secrets.token),
    tries: 0,
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
  await sendLetter(tx, config, letter, { to, values, code: digits, goodUntil: expiresAt });
}

type Entered = Issued & { digits: string; secret: string };

const isOf = ({ accountId, purpose, registrationId }: Issued) =>
  sql<SqlBool>`(account_id, purpose) = (${accountId}, ${purpose})
    and registration_id is not distinct from ${registrationId ?? null}`;

/** The one answer to a wrong, old or worn-out code, and to an unknown address. */
export const badCode = () => new AppError('bad-code', 'Invalid OTP', { fields: { otp: 'Invalid OTP' } });

/**
 * Counts a try and holds the digits against the code. The count is kept whatever comes of the request, so it is
 * written outside the caller's transaction.
 *
 * @throws AppError `bad-code`.
 */
export async function demandCode(db: Db, of: Entered): Promise<void> {
  const row = await db
    .updateTable('oneTimeCode')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where(isOf(of))
    .where('tries', '<', rule.tries)
    .where('expiresAt', '>', of.now)
    .returning('codeHash')
    .executeTakeFirst();
  const given = hashOf(of);
  if (!row || !timingSafeEqual(Buffer.from(row.codeHash), Buffer.from(given))) throw badCode();
}

/**
 * Voids every code of an account, the registrations that wait for one, and the link of an invitation: who asked for
 * them, or where they went, counts no longer.
 */
export async function forgetCodes(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('oneTimeCode').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('registration').where('accountId', '=', accountId).execute();
  await tx.deleteFrom('invitation').where('accountId', '=', accountId).execute();
}

/**
 * Uses the code up, in the transaction of what it allows; of two at once the second finds none. Nor does one in whose
 * place another code has come since it was checked.
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
 * Leaves the code as it is, but makes sure that no other has taken its place since it was checked.
 *
 * @throws AppError `bad-code`.
 */
export async function demandSameCode(tx: Tx, of: Entered): Promise<void> {
  const same = await tx
    .selectFrom('oneTimeCode')
    .select('accountId')
    .where(isOf(of))
    .where('codeHash', '=', hashOf(of))
    .executeTakeFirst();
  if (!same) throw badCode();
}

/** Removes codes that ran out more than a day ago, and registrations that became an account's by then. */
export async function sweepCodes(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 24 * 3600 * 1000);
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<', dayAgo).execute();
  await db.deleteFrom('registration').where('verifiedAt', '<', dayAgo).execute();
}
