import { createHash, randomBytes } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../errors.ts';
import { appendAudit } from '../../platform/audit/append.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../platform/db/database.ts';
import type { Schema } from '../../platform/db/schema.generated.ts';
import { consume } from '../../platform/http/limits.ts';
import type { LetterKind } from '../../platform/mail/letter.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendLetter } from '../academy/send-letter.ts';
import { forgetCodes } from './codes.ts';
import { demandStrongPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { invitationDays, perAddressAnHour } from './rules.ts';
import { endAllSessions } from './sessions.ts';

/** 256 random bits need no slow hash. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The hash of a password that nobody knows, for accounts that wait for their first one. */
export const unknownPassword = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));

/**
 * Whether an account was registered by a form alone, with an address that nobody has proved: that may have been a
 * stranger, and keeps staff from inviting nobody.
 */
export const isUnproved = (e: ExpressionBuilder<Schema, 'account'>) =>
  e.and([
    e('account.emailVerifiedAt', 'is', null),
    e('account.refusedAt', 'is', null),
    e('account.disabledAt', 'is', null),
    e('account.invitedAt', 'is', null),
  ]);

type Invited = { accountId: string; email: string; invitedBy: string };
/** The letter that bears the link, with its values but for `days`, as long as the link is good. */
type InvitingLetter = { letter: LetterKind; values: Record<string, string> };

/**
 * Mails somebody who has an account without a password the link to choose one; an earlier link is void, and so is what
 * was registered with the address. The link carries its token behind the `#`, which no server and no log on the way gets to see.
 */
export async function invite(
  tx: Tx,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { accountId, email, invitedBy, letter, values }: Invited & InvitingLetter,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock().getTime() + invitationDays * 24 * 3600 * 1000);
  await forgetCodes(tx, accountId);
  await tx
    .insertInto('invitation')
    .values({ accountId, tokenHash: hashOf(token), invitedBy, expiresAt })
    .execute();
  const url = `${config.publicUrl}/set-password#${token}`;
  const filled = { ...values, days: String(invitationDays) };
  await sendLetter(tx, config, letter, { to: email, values: filled, url, goodUntil: expiresAt });
}

/**
 * Sets the first password by the link of an invitation, which is used up. Whoever has the link has the mailbox, and
 * staff have vouched for the person: the address is verified and the account approved. A refusal after the invitation
 * has voided it.
 *
 * @throws AppError `bad-code` for a link that was used, replaced or ran out; `too-many`; `invalid` for a password
 *   that is easy to guess.
 */
export async function acceptInvitation(
  { db, config, clock }: Platform,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const now = clock();
  await consume(db, { key: `accept-invitation:${address}`, max: perAddressAnHour, seconds: 3600 }, now);
  const owner = (await findInvited(db, token)) ?? {};
  await demandStrongPassword({ db, config }, password, { field: 'newPassword', owner });
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    const invitation = await tx
      .deleteFrom('invitation')
      .where('tokenHash', '=', hashOf(token))
      .where('expiresAt', '>', now)
      .returning(['accountId', 'invitedBy'])
      .executeTakeFirst();
    if (!invitation) throw usedUp();
    const { accountId, invitedBy } = invitation;
    const standing = { emailVerifiedAt: now, approvedAt: now, approvedBy: invitedBy };
    const account = await tx
      .updateTable('account')
      .set({ passwordHash, ...standing })
      .where('id', '=', accountId)
      // What staff have decided since the invitation stands.
      .where('refusedAt', 'is', null)
      .where('disabledAt', 'is', null)
      // A seafarer who was approved meanwhile has a password; colleagues are approved from the start.
      .where((e) => e.or([e('approvedAt', 'is', null), e('role', '!=', 'learner')]))
      .returning('id')
      .executeTakeFirst();
    if (!account) throw usedUp();
    await endAllSessions(tx, accountId, now);
    await forgetCodes(tx, accountId);
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.accept-invitation', subject, address });
  });
}

const usedUp = () =>
  new AppError('bad-code', 'This link has been used or has run out. Please ask the academy for a new one.');

/** The person that a link was mailed to. */
const findInvited = (db: Queryable, token: string) =>
  db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.accountId')
    .select(['email', 'firstName', 'lastName', 'mobile'])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();

/** Forgets invitations that ran out. */
export async function sweepInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitation').where('expiresAt', '<', now).execute();
}
