import type { ExpressionBuilder } from 'kysely';
import { appendAudit } from '../../../platform/audit/append.ts';
import { type Db, type Queryable, type Tx, transaction } from '../../../platform/db/database.ts';
import { consume } from '../../../platform/db/rate-limits.ts';
import type { Schema } from '../../../platform/db/schema.generated.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashOfToken, makeToken } from '../../../platform/link-token.ts';
import type { EmailTemplate } from '../../../platform/mail/email-template.ts';
import type { Posting } from '../../../platform/mail/queue-mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { forgetCodes } from '../codes.ts';
import { requireStrongPassword } from '../password-rule.ts';
import { hashPassword } from '../passwords.ts';
import { invitationDays, perIpAnHour } from '../rules.ts';
import { endAllSessions } from '../sign-in/sessions.ts';

/** The hash of an unknown random password, for accounts that have none yet. */
export const unknownPassword = (): Promise<string> => hashPassword(makeToken());

/**
 * Whether an account comes only from the sign-up form and its email address was never verified: a stranger may have
 * done that, so it must not prevent staff from inviting the person.
 */
export const isUnproved = (e: ExpressionBuilder<Schema, 'account'>) =>
  e.and([
    e('account.emailVerifiedAt', 'is', null),
    e('account.refusedAt', 'is', null),
    e('account.disabledAt', 'is', null),
    e('account.invitedAt', 'is', null),
  ]);

type Invited = Pick<Posting, 'dueAt'> & { accountId: string; email: string; invitedBy: string };
/** The email template with the link, with its values except `days`, the validity of the link. */
export type InvitationEmail = { template: EmailTemplate; values: Record<string, string> };

/**
 * Mails the link for choosing a password to a person whose account has none; an earlier link and unverified
 * registrations of the email address become invalid. The link carries its token behind the `#`, which is not sent to
 * servers and so does not appear in logs.
 */
export async function invite(
  tx: Tx,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { accountId, email, invitedBy, template, values, dueAt }: Invited & InvitationEmail,
): Promise<void> {
  const token = makeToken();
  const expiresAt = new Date(clock().getTime() + invitationDays * 24 * 3600 * 1000);
  await forgetCodes(tx, accountId);
  await tx
    .insertInto('invitation')
    .values({ accountId, tokenHash: hashOfToken(token), invitedBy, expiresAt })
    .execute();
  const url = `${config.publicUrl}/set-password#${token}`;
  const filled = { ...values, days: String(invitationDays) };
  const posting = { goodUntil: expiresAt, ...(dueAt && { dueAt }) };
  await sendEmail(tx, config, template, { to: email, values: filled, url, ...posting });
}

/**
 * Sets the first password by the link of an invitation, which is used up. The link proves access to the mailbox, and
 * staff have vouched for the person: so the email address is verified and the account approved. A refusal after the
 * invitation invalidates it.
 *
 * @throws AppError `bad-code` for a link that was used, replaced or has expired; `too-many`; `invalid` for a password
 * that is easy to guess.
 */
export async function acceptInvitation(
  { db, config, clock }: Platform,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<void> {
  const now = clock();
  const owner = await findInvited(db, token);
  // not a right link: others of a crew share the network
  if (!owner) await consume(db, { key: `accept-invitation:${ip}`, max: perIpAnHour, seconds: 3600 }, now);
  await requireStrongPassword({ db, config }, password, { field: 'newPassword', owner: owner ?? {} });
  const passwordHash = await hashPassword(password);
  await transaction(db, async (tx) => {
    const invitation = await tx
      .deleteFrom('invitation')
      .where('tokenHash', '=', hashOfToken(token))
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
      // Decisions of staff since the invitation take precedence.
      .where('refusedAt', 'is', null)
      .where('disabledAt', 'is', null)
      // A seafarer who was approved meanwhile has a password; staff accounts are approved from the start.
      .where((e) => e.or([e('approvedAt', 'is', null), e('role', '!=', 'learner')]))
      .returning('id')
      .executeTakeFirst();
    if (!account) throw usedUp();
    await endAllSessions(tx, accountId, now);
    await forgetCodes(tx, accountId);
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.accept-invitation', subject, ip });
  });
}

const usedUp = () =>
  new AppError('bad-code', 'This link has been used or has expired. Please ask the academy for a new one.');

/** The person to whom a link was mailed. */
const findInvited = (db: Queryable, token: string) =>
  db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.accountId')
    .select(['email', 'firstName', 'lastName', 'mobile'])
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();

/** Deletes expired invitations. */
export async function sweepInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('invitation').where('expiresAt', '<', now).execute();
}
