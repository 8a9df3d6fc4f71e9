import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { forgetCodes } from '../codes.ts';
import { stateOf } from '../rules.ts';
import { refusalEmail } from '../staff-email-templates.ts';

type Refusal = { accountId: string; reason: string; actorId: string; ip: string };

/**
 * Refuses a registration and mails the reason. The account is no longer pending, and the person may sign up again with
 * the same email address. An earlier invitation becomes invalid.
 *
 * @throws AppError `done` when it is not pending (a second click, a colleague's approval), `not-found`.
 */
export async function refuseAccount(
  { db, config, clock }: Platform,
  { accountId, reason, actorId, ip }: Refusal,
): Promise<void> {
  await transaction(db, async (tx) => {
    const refused = await tx
      .updateTable('account')
      .set({ refusedAt: clock(), refusedBy: actorId, refusalReason: reason })
      .where('id', '=', accountId)
      .where('approvedAt', 'is', null)
      .where('refusedAt', 'is', null)
      .where('emailVerifiedAt', 'is not', null)
      .returning(['email', 'firstName', 'lastName'])
      .executeTakeFirst();
    if (!refused) throw await notWaiting(tx, accountId);
    await forgetCodes(tx, accountId);
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'account.refuse', subject, details: { note: reason }, ip });
    await sendEmail(tx, config, refusalEmail, {
      to: refused.email,
      values: { name: fullName(refused), reason },
      url: `${config.publicUrl}/registration`,
    });
  });
}

/** The error for a registration that cannot be decided: its current state, or that there is none. */
export async function notWaiting(tx: Tx, accountId: string): Promise<AppError> {
  const account = await tx
    .selectFrom('account')
    .select(['emailVerifiedAt', 'approvedAt', 'refusedAt', 'disabledAt', 'erasedAt', 'invitedAt'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return notFound('There is no such user.');
  const state = stateOf(account);
  if (state === 'approved') return new AppError('done', 'This user has already been approved.');
  if (state === 'refused') return new AppError('done', 'This registration has already been rejected.');
  return new AppError('conflict', 'This user is not waiting for approval.');
}
