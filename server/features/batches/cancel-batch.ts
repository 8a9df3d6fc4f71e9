import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { batchCancelledEmail } from './email-templates.ts';
import { mailBatch } from './mail-batch.ts';
import { type BatchRow, getBatch, listAddressees } from './queries.ts';
import { lockBatch } from './seats.ts';

/**
 * Cancels a batch and emails everybody in it. They stay on its roster until staff move them. Idempotent.
 *
 * @throws AppError `not-found`.
 */
export async function cancelBatch(
  platform: Platform,
  { id, actorId, ip }: { id: string; actorId: string; ip: string },
): Promise<BatchRow> {
  return transaction(platform.db, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch.state === 'cancelled') return batch;
    await tx
      .updateTable('batch')
      .set((one) => ({ state: 'cancelled', version: one('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    await appendAudit(tx, { actorId, action: 'batch.cancel', subject: { kind: 'batch', id }, ip });
    await mailBatch(tx, platform.config, batchCancelledEmail, { people: await listAddressees(tx, id), batch });
    await platform.changes.record(tx, 'public-pages');
    return getBatch(tx, id);
  });
}
