import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { noSuchPass } from './policy.ts';
import { lockPassesBeside } from './queries.ts';

/**
 * Withdraws an offline pass. What was watched before counts when it arrives, as far as the clock allowed by now; the
 * device is told at its next contact. Idempotent.
 *
 * @throws AppError `not-found`.
 */
export async function withdrawPass(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { passId, actorId, ip }: { passId: string; actorId: string; ip: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    const pass = (await lockPassesBeside(tx, passId)).find(({ id }) => id === passId);
    if (!pass) throw noSuchPass();
    if (pass.withdrawnAt) return;
    await tx
      .updateTable('offlinePass')
      .set({ withdrawnAt: clock(), withdrawnBy: actorId })
      .where('id', '=', passId)
      .execute();
    const subject = { kind: 'enrolment', id: pass.enrolmentId };
    await appendAudit(tx, { actorId, action: 'offline-pass.withdraw', subject, details: { passId }, ip });
  });
}
