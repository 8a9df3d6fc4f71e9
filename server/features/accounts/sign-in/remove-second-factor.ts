import { appendAudit } from '../../../platform/audit/append.ts';
import { type Tx, transaction } from '../../../platform/db/database.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { secondFactorOffEmail } from '../staff-email-templates.ts';
import { requireOwner } from './confirm-identity.ts';
import { endAllSessions } from './sessions.ts';

type Removal = Parameters<typeof requireOwner>[1];

/**
 * Removes the owner's second factor, after a check of password and factor.
 *
 * @throws AppError `invalid` for a wrong password, `second-factor`, `bad-code`, `too-many`, `done` when there is
 * none.
 */
export async function removeSecondFactor(platform: Platform, removal: Removal): Promise<void> {
  const { accountId, ip } = removal;
  await requireOwner(platform, removal);
  await transaction(platform.db, (tx) =>
    takeAway(tx, platform, { accountId, actorId: accountId, action: 'account.remove-second-factor', ip }),
  );
}

/**
 * An administrator removes the second factor of a colleague who has lost it, and ends their sessions: the next login
 * requires only the password.
 *
 * @throws AppError `conflict` for one's own, `done` when there is none, `not-found`.
 */
export async function resetSecondFactor(
  platform: Platform,
  { accountId, actorId, ip }: { accountId: string; actorId: string; ip: string },
): Promise<void> {
  if (accountId === actorId) throw new AppError('conflict', 'Remove your own second factor on your account page.');
  await transaction(platform.db, async (tx) => {
    await takeAway(tx, platform, { accountId, actorId, action: 'account.reset-second-factor', ip });
    await endAllSessions(tx, accountId, platform.clock());
  });
}

type Action = { accountId: string; actorId: string; action: string; ip: string };

async function takeAway(tx: Tx, { config }: Platform, { accountId, actorId, action, ip }: Action): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notFound('There is no such user.');
  const removed = await tx
    .deleteFrom('secondFactor')
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is not', null)
    .returning('accountId')
    .executeTakeFirst();
  if (!removed) throw new AppError('done', 'This account has no second factor.');
  await appendAudit(tx, { actorId, action, subject: { kind: 'account', id: accountId }, ip });
  await sendEmail(tx, config, secondFactorOffEmail, { to: account.email, values: { name: fullName(account) } });
}
