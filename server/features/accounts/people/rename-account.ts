import type { Tx } from '../../../platform/db/database.ts';

/** Updates the name on the account, in the transaction that corrects the profile's name too. */
export const renameAccount = (tx: Tx, accountId: string, name: { firstName: string; lastName: string }) =>
  tx.updateTable('account').set(name).where('id', '=', accountId).execute();
