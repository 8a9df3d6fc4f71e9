import type { Tx } from '../../platform/db/database.ts';

/**
 * Ends every calendar URL of an account, as a new password ends its sessions: who changes the password because somebody
 * else had access expects all of it to end.
 */
export const endCalendars = (tx: Tx, accountId: string) =>
  tx.deleteFrom('calendarFeed').where('accountId', '=', accountId).execute();
