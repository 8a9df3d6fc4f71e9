import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { fullName } from '../../../platform/names/full-name.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendEmail } from '../../academy/index.ts';
import { requireOwner } from './confirm-identity.ts';
import { passkeyRemovedEmail } from './passkey-email-templates.ts';
import { endOtherSessions } from './sessions.ts';

type Removal = { accountId: string; sessionId: string; id: string; ip: string };
type Proof = { currentPassword: string; otp?: string | undefined };

/**
 * Removes a passkey after a check of everything that login requires, and ends the account's other sessions, which may
 * have been opened with it.
 *
 * @throws AppError `invalid`, `second-factor` and `bad-code` for a wrong password or code, `too-many`, `not-found` for
 * another account's passkey.
 */
export async function removePasskey(
  platform: Platform,
  { accountId, sessionId, id, ip, ...proof }: Removal & Proof,
): Promise<void> {
  const { db, config, clock } = platform;
  const now = clock();
  const account = await requireOwner(platform, { accountId, ip, ...proof });
  await transaction(db, async (tx) => {
    const removed = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('accountId', '=', accountId)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw notFound('There is no such passkey.');
    await endOtherSessions(tx, { accountId, sessionId, now });
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.remove-passkey', subject, ip });
    const values = { name: fullName(account), passkey: removed.name };
    await sendEmail(tx, config, passkeyRemovedEmail, { to: account.email, values });
  });
}
