import { transaction } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endSession } from '../sign-in/sessions.ts';

/**
 * Ends one session of an account; its tokens become invalid at once. Idempotent: a session that has already ended is
 * not an error.
 *
 * @throws AppError `not-found` for a session of somebody else.
 */
export async function endOwnSession(
  { db, clock }: Platform,
  { accountId, sessionId, ip }: { accountId: string; sessionId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const own = await tx
      .selectFrom('session')
      .select('id')
      .where('id', '=', sessionId)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    if (!own) throw notFound('There is no such session.');
    await endSession(tx, { sessionId, now: clock(), ip }, { action: 'session.end', by: 'owner' });
  });
}
