import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { seafarerInvitationEmail } from '../email-templates.ts';
import { minutesBetweenInvitations, stateOf } from '../rules.ts';
import { type InvitationEmail, invite } from '../staff/invitations.ts';

type Inviting = { accountId: string; actorId: string; ip: string };

/**
 * Sends the invitation again to a seafarer who has not chosen a password, with a new link; the earlier one ends.
 *
 * @throws AppError `not-found`; `done` for an account that is in use or was never invited, `not-yet` for one that was
 * invited within the last minutes.
 */
export async function inviteAgain(platform: Platform, { accountId, actorId, ip }: Inviting): Promise<void> {
  await transaction(platform.db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['email', 'firstName', 'emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt'])
      .select('invitedAt')
      .where('id', '=', accountId)
      .where('role', '=', 'learner')
      .where('erasedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw notFound('There is no such user.');
    const { email, firstName } = account;
    if (stateOf(account) !== 'invited') throw new AppError('done', 'This person has no open invitation.');
    const invitation = { template: seafarerInvitationEmail, values: { name: firstName } };
    if (!(await renewInvitation(tx, platform, { accountId, email, actorId, ip, ...invitation }))) {
      throw new AppError('not-yet', 'This person was invited a few minutes ago.');
    }
  });
}

type Renewing = { accountId: string; email: string; actorId: string; ip?: string | undefined } & InvitationEmail;

/**
 * Mails a new link to an invited person; the earlier one ends. It does nothing where they were invited within the last
 * minutes.
 *
 * @returns whether it was sent.
 */
export async function renewInvitation(
  tx: Tx,
  platform: Pick<Platform, 'config' | 'clock'>,
  { accountId, email, actorId, ip, template, values }: Renewing,
): Promise<boolean> {
  const now = platform.clock();
  const latest = new Date(now.getTime() - minutesBetweenInvitations * 60_000);
  const renewed = await tx
    .updateTable('account')
    .set({ invitedAgainAt: now })
    .where('id', '=', accountId)
    .where((e) => e(e.fn.coalesce('invitedAgainAt', 'invitedAt'), '<=', latest))
    .returning('id')
    .executeTakeFirst();
  if (!renewed) return false;
  await invite(tx, platform, { accountId, email, invitedBy: actorId, template, values });
  const subject = { kind: 'account', id: accountId };
  await appendAudit(tx, { actorId, action: 'account.invite-again', subject, ...(ip && { ip }) });
  return true;
}
