import { sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { among } from '../../../platform/db/among.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';

const noSuchBill = () => notFound('There is no such invoice.');

/** The first of the enrolments of a bill, under which one for several people is found. */
export const firstEnrolment = sql<string>`(select enrolment_id from fee_bill_line
  where fee_bill_line.bill_id = fee_bill.id and position = 0)`;

/** Condition: something of a bill is left to pay. */
export const isUnpaid = sql<boolean>`exists (select from fee_bill_line
  where fee_bill_line.bill_id = fee_bill.id and fee_bill_line.rest_paise > 0)`;

export const selectBills = (db: Queryable) =>
  db
    .selectFrom('feeBill')
    .innerJoinLateral(
      (e) =>
        e
          .selectFrom('feeBillLine')
          .whereRef('feeBillLine.billId', '=', 'feeBill.id')
          .select([
            sql<number>`sum(rest_paise)`.as('restPaise'),
            sql<number>`sum(settled_paise)`.as('settledPaise'),
            sql<number>`count(*)::int`.as('fees'),
          ])
          .as('lines'),
      (join) => join.onTrue(),
    )
    .selectAll('feeBill')
    .select(['lines.restPaise', 'lines.settledPaise', 'lines.fees']);

/** The bills that name a fee, the newest first. */
export const listBillsOf = (db: Queryable, enrolmentId: string) =>
  selectBills(db)
    .where(sql<boolean>`fee_bill.id in (select bill_id from fee_bill_line where enrolment_id = ${enrolmentId})`)
    .orderBy('feeBill.id', 'desc')
    .execute();
export type BillRow = Awaited<ReturnType<typeof listBillsOf>>[number];

/** The bills for a fee alone, the newest first. */
export const listOwnBillsOf = (db: Queryable, enrolmentId: string) =>
  selectBills(db).where('feeBill.enrolmentId', '=', enrolmentId).orderBy('feeBill.id', 'desc').execute();

/** @throws AppError `not-found`. */
export async function getBill(db: Queryable, id: string): Promise<BillRow> {
  const bill = await selectBills(db).where('feeBill.id', '=', id).executeTakeFirst();
  if (!bill) throw noSuchBill();
  return bill;
}

/**
 * The bills that are overdue and have an address, but for those of which somebody was reminded since a day. First those
 * of which nobody was ever reminded, so that the reminders of one bill never keep those of another back.
 */
export const listOverdueBills = (
  db: Queryable,
  { today, remindedBefore }: { today: CalendarDate; remindedBefore: CalendarDate },
): Promise<BillRow[]> =>
  selectBills(db)
    .where(isUnpaid)
    .where('feeBill.payerEmail', '<>', '')
    .where('feeBill.dueOn', '<', today)
    .where((e) => e.or([e('feeBill.remindedOn', 'is', null), e('feeBill.remindedOn', '<', remindedBefore)]))
    .orderBy('feeBill.remindedOn', (order) => order.asc().nullsFirst())
    .orderBy('feeBill.dueOn')
    .orderBy('feeBill.id')
    .execute();

/** The bill that a client's id made; undefined when there is none yet. */
export const findRequestedBill = (tx: Tx, requestId: string) =>
  selectBills(tx).where('feeBill.requestId', '=', requestId).executeTakeFirst();

/** A bill with its owner; null for several people. */
export const findOwnedBill = (db: Queryable, id: string) =>
  selectBills(db)
    .leftJoin('enrolment', 'enrolment.id', 'feeBill.enrolmentId')
    .select('enrolment.accountId')
    .select(firstEnrolment.as('subjectId'))
    .where('feeBill.id', '=', id)
    .executeTakeFirst();

/** The lines of a bill, as they are printed. */
export const listLines = (db: Queryable, billId: string) =>
  db.selectFrom('feeBillLine').selectAll().where('billId', '=', billId).orderBy('position').execute();

/** A proforma asks for nothing of a fee for which a bill was issued after it. */
const isReplaced = sql<boolean>`(not fee_bill_line.is_invoice and exists (select from fee_bill_line as newer
  where newer.enrolment_id = fee_bill_line.enrolment_id and newer.id > fee_bill_line.id))`;

const selectLines = (db: Queryable) =>
  db
    .selectFrom('feeBillLine')
    .innerJoin('feeBill', 'feeBill.id', 'feeBillLine.billId')
    .selectAll('feeBillLine')
    .select([
      'feeBill.kind',
      'feeBill.number',
      'feeBill.documentId',
      'feeBill.facts',
      'feeBill.payerName',
      'feeBill.payerEmail',
    ])
    .select(sql<boolean>`(fee_bill.cancelled_at is not null or ${isReplaced})`.as('isOver'))
    .select(sql<boolean>`(fee_bill.enrolment_id is null)`.as('isForSeveral'));
export type BillLine = Awaited<ReturnType<ReturnType<typeof selectLines>['execute']>>[number];

/** The lines of some fees of which something is left to pay: invoices first, then the oldest. */
export const listOpenLines = (db: Queryable, enrolmentIds: readonly string[]): Promise<BillLine[]> =>
  selectLines(db)
    .where(among('feeBillLine.enrolmentId', enrolmentIds))
    // literally the condition of the partial index
    .where(sql<boolean>`fee_bill_line.rest_paise > 0`)
    .orderBy('feeBillLine.isInvoice', 'desc')
    .orderBy('feeBillLine.id')
    .execute();

/** The line of a fee on the bill that a payment settled. */
export const getLine = (tx: Tx, billId: string, enrolmentId: string): Promise<BillLine> =>
  selectLines(tx)
    .where('feeBillLine.billId', '=', billId)
    .where('feeBillLine.enrolmentId', '=', enrolmentId)
    .executeTakeFirstOrThrow();
