import type { BillsQuery } from '@fairlead/contract/fees/bills';
import { type SqlBool, sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { among } from '../../../platform/db/among.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import {
  type Counted,
  findBounded,
  matches,
  type Order,
  pageInOrder,
  paginationOf,
  type Search,
  searchedUpTo,
  totalOf,
} from '../../../platform/db/pagination.ts';
import { findEnrolments } from '../queries.ts';
import { firstEnrolment, isUnpaid, selectBills } from './bill-queries.ts';

const billText = sql<string>`(fee_bill.payer_name || ' ' || fee_bill.number || ' ' || fee_bill.purchase_order)`;
const billId = sql<string>`fee_bill.id`;

/** A page of the bills with something to pay, the oldest first by default, or of the others. */
export async function listBills(
  db: Queryable,
  { today, state = 'open', kind, sort = 'oldest', isCounted, ...query }: Counted<BillsQuery> & { today: CalendarDate },
) {
  const { take, limit, after, search } = paginationOf(query);
  let matching = selectBills(db)
    .select(firstEnrolment.as('enrolmentId'))
    .where(state === 'settled' ? sql<SqlBool>`not ${isUnpaid}` : isUnpaid);
  const found = search ? await findBills(db, search) : undefined;
  if (found) matching = matching.where(among('feeBill.id', found.ids));
  if (state === 'overdue') matching = matching.where('feeBill.dueOn', '<', today);
  if (kind) matching = matching.where('feeBill.kind', kind === 'proforma' ? '=' : '<>', 'proforma');
  const order: Order = { id: billId, way: sort === 'oldest' ? 'asc' : 'desc' };
  const rows = await pageInOrder(matching, order, { after, take }).execute();
  const counted = matching.clearSelect().select('feeBill.id');
  const total = await totalOf(db, counted, { rows, limit, after, isCounted });
  return { rows, limit, total, isBounded: found?.isBounded };
}
export type ListedBillRow = Awaited<ReturnType<typeof listBills>>['rows'][number];

/** The bills that a search finds by their own words, and those of the people and fees that it finds. */
async function findBills(db: Queryable, search: Search) {
  const stated = db.selectFrom('feeBill').select('id').where(matches(billText, search)).orderBy('id', 'desc');
  const own = await findBounded(stated);
  const enrolments = await findEnrolments(db, search);
  const theirs = await db
    .selectFrom('feeBillLine')
    .select('billId as id')
    .where(among('enrolmentId', enrolments.ids))
    .execute();
  const ids = new Set([...own.ids, ...theirs.map(({ id }) => id)]);
  return { ids: [...ids], isBounded: own.isBounded || enrolments.isBounded };
}

/** The names of payers that a search finds, on bills and for fees; those of learners are not among them. */
export async function findPayerNames(db: Queryable, search: Search): Promise<string[]> {
  const named = await db
    .selectFrom('feeBill')
    .select('payerName as name')
    .distinct()
    .where(matches(billText, search))
    .where('payerName', '<>', '')
    .limit(searchedUpTo)
    .execute();
  const entered = await db
    .selectFrom('fee')
    .select('recipientName as name')
    .distinct()
    .where(matches(sql<string>`fee.recipient_name`, search))
    // literally the condition of the partial index
    .where(sql<SqlBool>`fee.recipient_name <> ''`)
    .limit(searchedUpTo)
    .execute();
  return [...new Set([...named, ...entered].map(({ name }) => name))];
}
