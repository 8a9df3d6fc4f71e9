import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { endingSources, type HeldRow, hasStandIn, isReplacedInWallet, selectIn } from './held-documents.ts';

/** What the first page needs to know of a document that ends, and that no newer one replaces. */
export type EndingFacts = Pick<HeldRow, 'id' | 'source' | 'kind' | 'title' | 'country' | 'courseId' | 'status'> &
  Pick<HeldRow, 'isRefresherDue'> & { lastDay: CalendarDate };

/**
 * As JSON, the documents of a person that count, end by a day, and are replaced by no newer one, in the order in which
 * they end. The view of all documents is looked into once for all places, since to open it takes longer than to find a
 * row.
 *
 * @param accountId the column with the account.
 */
export function endsUntil(accountId: RawBuilder<string>, day: CalendarDate): RawBuilder<EndingFacts[]> {
  const all = endingSources.map((place) => {
    const isMeant = sql<SqlBool>`${place.accountId} = ${accountId} and ${place.counts} and ${place.lastDay} <= ${day}::date`;
    return selectIn(place, isMeant, { replaced: isReplacedInWallet(place), more: sql`, ${place.code} as code` });
  });
  const held = { accountId, code: sql<string>`held.code`, lastDay: sql<CalendarDate>`held.last_day` };
  return sql<EndingFacts[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'source', source, 'kind', kind, 'title', title,
      'country', country, 'courseId', course_id, 'status', status, 'isRefresherDue', is_refresher_due,
      'lastDay', last_day) order by last_day, id), '[]')
    from (${sql.join(all, sql` union all `)}) as held
    where not is_replaced and not ${hasStandIn(held, sql<SqlBool>`(held.source = 'wallet')`)})`;
}
