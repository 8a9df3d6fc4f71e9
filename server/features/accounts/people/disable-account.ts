import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { type Actor, requireConfirmed } from '../../../platform/http/access.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { endAllSessions } from '../sign-in/sessions.ts';
import { requireAnotherAdmin } from '../staff/keep-an-admin.ts';
import { type Judge, requireMayJudge } from '../staff/policy.ts';
import { disabledEmail, enabledEmail } from '../staff-email-templates.ts';

type Change = { accountId: string; actor: Judge & Pick<Actor, 'confirmedAt'>; ip: string };

/**
 * Disables an approved account: its sessions end at once, and nobody can log in to it. All its data is kept. The person
 * is notified by email, without the note.
 *
 * @param change.note the reason, for colleagues.
 * @throws AppError `conflict` for the actor's own account, the last administrator's and one that is not active,
 * `forbidden` for one with more permissions than the actor, `confirm-password` for a colleague's, `not-found`.
 */
export async function disableAccount(
  { db, config, clock }: Platform,
  { accountId, actor, note, ip }: Change & { note: string },
): Promise<void> {
  if (accountId === actor.accountId) throw new AppError('conflict', 'You cannot disable your own account.');
  await transaction(db, async (tx) => {
    const now = clock();
    const account = await judgedAccount(tx, { accountId, actor, ip }, now);
    if (account.role === 'admin') {
      await requireAnotherAdmin(tx, accountId, 'The last administrator cannot be disabled.');
    }
    const disabled = await tx
      .updateTable('account')
      .set({ disabledAt: now })
      .where('id', '=', accountId)
      .where('approvedAt', 'is not', null)
      .where('disabledAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!disabled) throw new AppError('conflict', 'Only an active account can be disabled.');
    await endAllSessions(tx, accountId, now);
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, {
      actorId: actor.accountId,
      action: 'account.disable',
      subject,
      details: { note },
      ip,
    });
    await sendEmail(tx, config, disabledEmail, { to: account.email, values: { name: account.name } });
  });
}

/**
 * Enables a disabled account again; the person has to log in again.
 *
 * @throws AppError `done` when it is not disabled, `forbidden` for one with more permissions than the actor,
 * `confirm-password` for a colleague's, `not-found`.
 */
export async function enableAccount({ db, config, clock }: Platform, { accountId, actor, ip }: Change): Promise<void> {
  await transaction(db, async (tx) => {
    const account = await judgedAccount(tx, { accountId, actor, ip }, clock());
    const enabled = await tx
      .updateTable('account')
      .set({ disabledAt: null })
      .where('id', '=', accountId)
      .where('disabledAt', 'is not', null)
      .where('erasedAt', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!enabled) throw new AppError('done', 'This account is not disabled.');
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: actor.accountId, action: 'account.enable', subject, ip });
    await sendEmail(tx, config, enabledEmail, {
      to: account.email,
      values: { name: account.name },
      url: `${config.publicUrl}/login`,
    });
  });
}

/** @throws AppError `not-found`, `forbidden`, or `confirm-password` for a colleague's account. */
async function judgedAccount(tx: Tx, { accountId, actor }: Change, now: Date) {
  const account = await tx
    .selectFrom('account')
    .select(['role', 'email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notFound('There is no such user.');
  requireMayJudge(actor, account);
  if (account.role !== 'learner') requireConfirmed(actor, now);
  return { role: account.role, email: account.email, name: fullName(account) };
}
