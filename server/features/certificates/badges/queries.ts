import { listLength } from '@fairlead/contract/certificates/open-badges/status-list';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/db/database.ts';
import { withdrawals } from '../queries.ts';

/** The facts of a certificate that its badge states; undefined when there is no such certificate. */
export const findForBadge = (db: Queryable, id: string) =>
  db
    .selectFrom('certificate')
    .select([
      'id',
      'accountId',
      'courseId',
      'status',
      'number',
      'name',
      'email',
      'courseTitle',
      'regulations',
      'heldTo',
      'approvedBy',
      'approvalNumber',
      'boundTo',
    ])
    .select(['subjects', 'issuedOn', 'expiresOn'])
    .where('id', '=', id)
    .executeTakeFirst();
export type BadgeRow = NonNullable<Awaited<ReturnType<typeof findForBadge>>>;

/**
 * The places of a status list that are set: those of withdrawn certificates. Undefined for a list without any place.
 */
export async function findWithdrawnPlaces(db: Queryable, list: number): Promise<number[] | undefined> {
  const first = list * listLength;
  const { rows } = await sql<{ index: number; isWithdrawn: boolean }>`
    select status_index as index, withdrawal.id is not null as is_withdrawn
    from certificate left join (${withdrawals}) as withdrawal using (id)
    where status_index >= ${first}::bigint and status_index < ${first + listLength}::bigint
    order by status_index`.execute(db);
  return rows.length === 0 ? undefined : rows.flatMap(({ index, isWithdrawn }) => (isWithdrawn ? [index - first] : []));
}
