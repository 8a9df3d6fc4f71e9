import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendEmail } from '../academy/index.ts';
import { endAllSessions, fullName, getAccount } from '../accounts/index.ts';
import { signOnRemovedEmail } from './email-templates.ts';
import { requireProvider } from './provider.ts';

/**
 * An administrator removes the provider's subject from a colleague's account, and ends their sessions. The next login
 * via the provider with the account's email address links a new subject.
 *
 * @throws AppError `not-found` for an account that is not linked to the provider.
 */
export async function removeSignOn(
  { db, config, clock }: Platform,
  { accountId, actorId, ip }: { accountId: string; actorId: string; ip: string },
): Promise<void> {
  const { name: provider } = requireProvider(config);
  await transaction(db, async (tx) => {
    const removed = await tx.deleteFrom('staffIdentity').where('accountId', '=', accountId).returning('id').execute();
    if (removed.length === 0) throw notFound('This account does not use the academy’s login service.');
    // Also end logins that are waiting for a second factor.
    await tx.deleteFrom('signOn').where('accountId', '=', accountId).execute();
    await endAllSessions(tx, accountId, clock());
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId, action: 'account.remove-sign-on', subject, ip });
    const account = await getAccount(tx, accountId);
    const values = { name: fullName(account), provider };
    await sendEmail(tx, config, signOnRemovedEmail, { to: account.email, values });
  });
}
