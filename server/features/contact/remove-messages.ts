import type { Tx } from '../../platform/db/database.ts';

/**
 * Removes messages that were dealt with before a time, with their answers: at most so many of them. Returns how many.
 */
export async function removeMessages(tx: Tx, before: Date, atMost: number): Promise<number> {
  const over = tx.selectFrom('contactMessage').select('id').where('state', '<>', 'new').where('changedAt', '<', before);
  // locked, so that one that is opened again at this moment stays
  const { numDeletedRows } = await tx
    .deleteFrom('contactMessage')
    .where('id', 'in', over.limit(atMost).forUpdate())
    .executeTakeFirst();
  return Number(numDeletedRows);
}
