import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';

/**
 * Renames a passkey of the account.
 *
 * @throws AppError `not-found` for another account's.
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
