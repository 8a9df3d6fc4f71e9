import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';

type Change = { accountId: string; mobile: string; ip: string };

/** Changes an account's mobile number, which is not used for login. */
export async function changeMobile({ db }: Platform, { accountId, mobile, ip }: Change): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.updateTable('account').set({ mobile }).where('id', '=', accountId).execute();
    const subject = { kind: 'account', id: accountId };
    await appendAudit(tx, { actorId: accountId, action: 'account.change-mobile', subject, ip });
  });
}
