import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Locks all administrators in one order, so that of two who would take away each other one stays.
 *
 * @throws AppError `conflict` when nobody but this account is an administrator who may log in.
 */
export async function demandAnotherAdmin(tx: Tx, accountId: string, refusal: string): Promise<void> {
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
