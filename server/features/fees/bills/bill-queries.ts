import { sql } from 'kysely';
import type { CalendarDate } from '../../../platform/calendar.ts';
import { among } from '../../../platform/db/among.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { notFound } from '../../../platform/errors.ts';

const noSuchBill = () => notFound('There is no such invoice.');

/** What is left to pay of a bill: of the lines of an invoice; of a proforma, of the fees that it names. */
const rest = sql<number>`(select coalesce(sum(case when line.is_invoice then line.rest_paise
    else least(line.amount_paise, fee.balance_paise) end), 0)
  from fee_bill_line as line join fee on fee.enrolment_id = line.enrolment_id where line.bill_id = fee_bill.id)`;

const firstEnrolment = sql<string>`(select enrolment_id from fee_bill_line
  where fee_bill_line.bill_id = fee_bill.id order by fee_bill_line.id limit 1)`;

const selectBills = (db: Queryable) =>
  db
    .selectFrom('feeBill')
    .selectAll('feeBill')
    .select([
      rest.as('restPaise'),
      sql<number>`(select sum(settled_paise) from fee_bill_line where bill_id = fee_bill.id)`.as('settledPaise'),
      sql<number>`(select count(*)::int from fee_bill_line where bill_id = fee_bill.id)`.as('fees'),
    ]);

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

/** The bills that are overdue and have an address, but for those of which somebody was reminded since a day. */
export const listOverdueBills = (
  db: Queryable,
  { today, remindedBefore }: { today: CalendarDate; remindedBefore: CalendarDate },
): Promise<BillRow[]> =>
  selectBills(db)
    .where('feeBill.cancelledAt', 'is', null)
    .where('feeBill.payerEmail', '<>', '')
    .where('feeBill.dueOn', '<', today)
    .where((e) => e.or([e('feeBill.remindedOn', 'is', null), e('feeBill.remindedOn', '<', remindedBefore)]))
    .where(rest, '>', 0)
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
  db.selectFrom('feeBillLine').selectAll().where('billId', '=', billId).orderBy('id').execute();

const selectInvoiceLines = (tx: Tx) =>
  tx
    .selectFrom('feeBillLine')
    .innerJoin('feeBill', 'feeBill.id', 'feeBillLine.billId')
    .selectAll('feeBillLine')
    .select(['feeBill.number', 'feeBill.documentId', 'feeBill.facts'])
    // literally the condition of the partial index
    .where(sql<boolean>`fee_bill_line.is_invoice`);
export type InvoiceLine = Awaited<ReturnType<ReturnType<typeof selectInvoiceLines>['execute']>>[number];

/** The lines of invoices of some fees of which something is left to pay, the oldest first. The fees are locked. */
export const listOpenLines = (tx: Tx, enrolmentIds: readonly string[]): Promise<InvoiceLine[]> =>
  selectInvoiceLines(tx)
    .where(among('feeBillLine.enrolmentId', enrolmentIds))
    .where('feeBillLine.restPaise', '>', 0)
    .orderBy('feeBillLine.id')
    .execute();

/** The line of a fee on the invoice that a payment settled. */
export const getLine = (tx: Tx, billId: string, enrolmentId: string): Promise<InvoiceLine> =>
  selectInvoiceLines(tx)
    .where('feeBillLine.billId', '=', billId)
    .where('feeBillLine.enrolmentId', '=', enrolmentId)
    .executeTakeFirstOrThrow();
