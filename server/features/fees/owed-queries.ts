import type { OwedQuery } from '@fairlead/contract/fees/owed';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../platform/calendar.ts';
import { among } from '../../platform/db/among.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Counted, type Order, pageInOrder, paginationOf, totalOf } from '../../platform/db/pagination.ts';
import { fullNameIn } from '../accounts/index.ts';
import { findPayerNames } from './bills/list-bills.ts';
import { findEnrolments } from './queries.ts';

/** What a payer owes, in paise. */
export type OwedRow = {
  /** The first of its enrolments. */
  id: string;
  name: string;
  gstin: string;
  fees: number;
  dueOn: CalendarDate;
} & Record<'notDue' | 'to30' | 'to60' | 'to90' | 'over90' | 'total', number>;

/**
 * What is left to pay by payer, by the days since it was due: since the day of the newest bill that is open, or since
 * it was charged. A payer is a GSTIN, a name, or the learner, as that bill states them, or else the fee.
 */
const payersOf = (which: RawBuilder<SqlBool>, { today, timeZone }: { today: CalendarDate; timeZone: string }) => {
  const sumWhere = (condition: RawBuilder<SqlBool>) =>
    sql<number>`coalesce(sum(balance_paise) filter (where ${condition}), 0)`;
  const between = (first: number, last: number) => sumWhere(sql<SqlBool>`age between ${first} and ${last}`);
  return sql<OwedRow>`(
    select (array_agg(enrolment_id order by enrolment_id))[1] as id, min(payer) as name, min(gstin) as gstin,
      count(*)::int as fees, min(due_on) as "dueOn", ${sumWhere(sql`age < 0`)} as "notDue", ${between(0, 30)} as "to30",
      ${between(31, 60)} as "to60", ${between(61, 90)} as "to90", ${sumWhere(sql`age > 90`)} as "over90",
      sum(balance_paise) as total
    from (
      select enrolment_id, balance_paise, gstin, coalesce(nullif(name, ''), learner) as payer,
        coalesce(nullif(gstin, ''), nullif(lower(name), ''), account_id::text) as payer_key,
        due_on, ${today}::date - due_on as age
      from (
        select fee.enrolment_id, fee.balance_paise, account.id as account_id, ${fullNameIn('account')} as learner,
          case when bill.due_on is null then fee.recipient_gstin else bill.payer_gstin end as gstin,
          case when bill.due_on is null then fee.recipient_name else bill.payer_name end as name,
          coalesce(bill.due_on, (fee.charged_at at time zone ${timeZone})::date) as due_on
        from fee
        join enrolment on enrolment.id = fee.enrolment_id
        join account on account.id = enrolment.account_id
        left join lateral (
          select due_on, payer_name, payer_gstin
          from fee_bill_line join fee_bill on fee_bill.id = fee_bill_line.bill_id
          where fee_bill_line.enrolment_id = fee.enrolment_id and fee_bill_line.rest_paise > 0
          order by fee_bill.id desc limit 1) as bill on true
        where fee.balance_paise > 0
      ) as billed
      where ${which}
    ) as owed
    group by payer_key)`;
};

/** The columns of which one has an amount, by the filter. */
const owedSince: Record<NonNullable<OwedQuery['age']>, RawBuilder<SqlBool>> = {
  over30: sql<SqlBool>`payer."to60" + payer."to90" + payer."over90" > 0`,
  over60: sql<SqlBool>`payer."to90" + payer."over90" > 0`,
  over90: sql<SqlBool>`payer."over90" > 0`,
};

const payerId = sql<string>`payer.id`;

/**
 * A page of the payers who owe something. A search finds those with a name or GSTIN, and the fees of a person or with a
 * reference.
 */
export async function listOwed(
  db: Queryable,
  {
    today,
    timeZone,
    sort = 'oldest',
    age,
    isCounted,
    ...query
  }: Counted<OwedQuery> & { today: CalendarDate; timeZone: string },
) {
  const { take, limit, after, search } = paginationOf(query);
  const found = search ? await findEnrolments(db, search) : undefined;
  const names = search ? await findPayerNames(db, search) : [];
  const which = found
    ? sql<SqlBool>`(${among('enrolmentId', found.ids)} or name = any(${names}) or gstin = ${search?.toUpperCase()})`
    : sql<SqlBool>`true`;
  const payers = db.selectFrom(payersOf(which, { today, timeZone }).as('payer'));
  const matching = age ? payers.where(owedSince[age]) : payers;
  const order: Order = { id: payerId, way: sort === 'oldest' ? 'asc' : 'desc' };
  const rows = await pageInOrder(matching.selectAll(), order, { after, take }).execute();
  const counted = matching.select('payer.id');
  const total = await totalOf(db, counted, { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: found?.isBounded };
}
