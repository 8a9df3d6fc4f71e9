import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashOfToken, makeToken } from './share-certificate.ts';

/**
 * Creates a new calendar URL for a holder, and invalidates the previous one. @returns its token, which is not stored.
 */
export async function renewCalendar(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, ip }: { accountId: string; ip: string },
): Promise<string> {
  const token = makeToken();
  const feed = { tokenHash: hashOfToken(token), createdAt: clock() };
  await transaction(db, async (tx) => {
    await tx
      .insertInto('calendarFeed')
      .values({ accountId, ...feed })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(feed))
      .execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.renew-calendar', subject, ip });
  });
  return token;
}
