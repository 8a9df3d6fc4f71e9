import { notFound } from '../../errors.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Calls a passkey of the account something else.
 *
 * @throws AppError `not-found` for another's.
 */
export async function renamePasskey(
  { db }: Platform,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<void> {
  const renamed = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  if (!renamed) throw notFound('There is no such passkey.');
}
