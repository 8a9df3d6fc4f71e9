import { randomInt } from 'node:crypto';
import { listLength } from '@fairlead/contract/certificates/open-badges/status-list';
import type { Queryable } from '../../../platform/db/database.ts';

/** A list takes no more certificates when it is half full: a random place is then soon found, and no order shows. */
const mostInList = listLength / 2;

/**
 * The place of a certificate in the status lists, which is assigned at the first call: the number of its list times the
 * length of a list, and its place in that. Idempotent.
 */
export async function assignStatusIndex(db: Queryable, certificateId: string): Promise<number> {
  for (;;) {
    const { statusIndex } = await db
      .selectFrom('certificate')
      .select('statusIndex')
      .where('id', '=', certificateId)
      .executeTakeFirstOrThrow();
    if (statusIndex !== null) return statusIndex;
    const place = (await openList(db)) * listLength + randomInt(listLength);
    await db
      .updateTable('certificate')
      .set({ statusIndex: place })
      .where('id', '=', certificateId)
      .where('statusIndex', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('certificate as other').select('other.id').where('other.statusIndex', '=', place))),
      )
      .execute();
  }
}

/** The list that new certificates go into: the last one, or one after it. */
async function openList(db: Queryable): Promise<number> {
  const { last } = await db
    .selectFrom('certificate')
    .select((e) => e.fn.max('statusIndex').as('last'))
    .executeTakeFirstOrThrow();
  const list = Math.floor((last ?? 0) / listLength);
  const { taken } = await db
    .selectFrom('certificate')
    .select((e) => e.fn.countAll<number>().as('taken'))
    .where('statusIndex', '>=', list * listLength)
    .executeTakeFirstOrThrow();
  return taken < mostInList ? list : list + 1;
}
