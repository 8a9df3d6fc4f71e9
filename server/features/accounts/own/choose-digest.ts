import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';

type Choice = { accountId: string; wanted: boolean; ip: string };

/** Sets whether a staff member receives the daily digest of pending items. Idempotent. */
export async function chooseDigest({ db }: Pick<Platform, 'db'>, choice: Choice): Promise<void> {
  const { accountId, wanted, ip } = choice;
  await transaction(db, async (tx) => {
    const chosen = await tx
      .updateTable('account')
      .set({ wantsDailyMail: wanted })
      .where('id', '=', accountId)
      .where('wantsDailyMail', '!=', wanted)
      .returning('id')
      .executeTakeFirst();
    if (!chosen) return;
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, {
      actorId: accountId,
      action: 'account.choose-digest',
      subject,
      details: { wanted },
      ip,
    });
  });
}
