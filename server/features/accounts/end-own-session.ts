import { notFound } from '../../errors.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { endSession } from './sessions.ts';

/**
 * Ends one session of an account; its tokens are void at once. One that has ended already stays ended, and that is
 * what was asked for.
 *
 * @throws AppError `not-found` for a session of somebody else.
 */
export async function endOwnSession(
  { db, clock }: Platform,
  { accountId, sessionId, address }: { accountId: string; sessionId: string; address: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const own = await tx
      .selectFrom('session')
      .select('id')
      .where('id', '=', sessionId)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    if (!own) throw notFound('There is no such session.');
    await endSession(tx, { sessionId, now: clock(), address }, { action: 'session.end', by: 'owner' });
  });
}
