import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { approvalEmail } from '../email-templates.ts';
import { notWaiting } from './refuse-account.ts';

type Approval = { accountId: string; actorId: string; ip: string };

/**
 * Approves a seafarer with a verified email address, and notifies them by email.
 *
 * @throws AppError `done` when the account is not pending (a second click, a colleague's refusal), `not-found`.
 */
export async function approveAccount({ db, config, clock }: Platform, { accountId, actorId, ip }: Approval) {
  await transaction(db, async (tx) => {
    const approved = await tx
      .updateTable('account')
      .set({ approvedAt: clock(), approvedBy: actorId })
      .where('id', '=', accountId)
      .where('approvedAt', 'is', null)
      .where('refusedAt', 'is', null)
      .where('emailVerifiedAt', 'is not', null)
      .returning(['id', 'email', 'firstName', 'lastName'])
      .executeTakeFirst();
    if (!approved) throw await notWaiting(tx, accountId);
    await appendAudit(tx, { actorId, action: 'account.approve', subject: { kind: 'account', id: accountId }, ip });
    await sendEmail(tx, config, approvalEmail, {
      to: approved.email,
      values: { name: fullName(approved) },
      url: `${config.publicUrl}/login`,
    });
  });
}
