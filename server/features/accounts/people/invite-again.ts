import { AppError, notFound } from '../../../errors.ts';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { seafarerInvitationEmail } from '../email-templates.ts';
import { minutesBetweenInvitations, stateOf } from '../rules.ts';
import { invite } from '../staff/invitations.ts';

type Inviting = { accountId: string; actorId: string; ip: string };

/**
 * Sends the invitation again to a seafarer who has not chosen a password, with a new link; the earlier one ends.
 *
 * @throws AppError `not-found`; `conflict` for an account that is in use or was never invited, and for one that was
 * invited within the last minutes.
 */
export async function inviteAgain(platform: Platform, { accountId, actorId, ip }: Inviting): Promise<void> {
  const now = platform.clock();
  await transaction(platform.db, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['email', 'firstName', 'emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt'])
      .select(['invitedAt', 'invitedAgainAt'])
      .where('id', '=', accountId)
      .where('role', '=', 'learner')
      .where('erasedAt', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw notFound('There is no such user.');
    const { email, firstName, invitedAt, invitedAgainAt } = account;
    if (stateOf(account) !== 'invited') throw new AppError('conflict', 'This person has no open invitation.');
    const last = invitedAgainAt ?? invitedAt;
    if (last && now.getTime() - last.getTime() < minutesBetweenInvitations * 60_000) {
      throw new AppError('conflict', 'This person was invited a few minutes ago.');
    }
    await tx.updateTable('account').set({ invitedAgainAt: now }).where('id', '=', accountId).execute();
    await invite(tx, platform, {
      ...{ accountId, email, invitedBy: actorId },
      template: seafarerInvitationEmail,
      values: { name: firstName },
    });
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'account.invite-again', subject, ip });
  });
}
