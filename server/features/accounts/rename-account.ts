import type { Tx } from '../../platform/db/database.ts';

/** Writes a corrected registered name, in the transaction that corrects the profile's too. */
export const renameAccount = (tx: Tx, accountId: string, name: { firstName: string; lastName: string }) =>
  tx.updateTable('account').set(name).where('id', '=', accountId).execute();
