import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';

/**
 * Locks all administrators in a fixed order, so that two who remove each other concurrently cannot both succeed.
 *
 * @throws AppError `conflict` when this account is the only administrator who may log in.
 */
export async function requireAnotherAdmin(tx: Tx, accountId: string, refusal: string): Promise<void> {
  const admins = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('approvedAt', 'is not', null)
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!admins.some(({ id }) => id !== accountId)) throw new AppError('conflict', refusal);
}
