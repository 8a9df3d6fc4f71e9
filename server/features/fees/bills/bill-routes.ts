import { bills } from '@fairlead/contract/fees/bills';
import { dayAt } from '../../../platform/calendar.ts';
import { pageOf } from '../../../platform/db/pagination.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { toBill } from '../wire.ts';
import type { BillRow } from './bill-queries.ts';
import { cancelBill } from './cancel-bill.ts';
import { issueBill } from './issue-bill.ts';
import { type ListedBillRow, listBills } from './list-bills.ts';
import { remindPayer } from './remind-payer.ts';

/** Routes for bills: what staff ask for before it is paid. */
export const billRoutes = (platform: Platform) => {
  const { db, clock, config } = platform;
  const present = (bill: BillRow) => toBill(bill, dayAt(clock(), config.timeZone));

  return serve(bills, {
    list: async ({ query }) => {
      const today = dayAt(clock(), config.timeZone);
      const { rows, limit, total, isBounded } = await listBills(db, { ...query, today });
      const itemOf = (row: ListedBillRow) => ({ ...toBill(row, today), enrolmentId: row.enrolmentId });
      return pageOf(rows, limit, total, (page) => ({ data: page.map(itemOf) }), isBounded);
    },
    issue: async ({ actor, body: { enrolments, ...bill }, ip }) => {
      const enrolmentIds = enrolments.map(({ id }) => id);
      const issued = await issueBill(platform, { ...bill, enrolmentIds, actorId: actor.accountId, ip });
      return { message: `${issued.number} issued.`, data: present(issued) };
    },
    remind: async ({ actor, params, ip }) => {
      const bill = await remindPayer(platform, { billId: params.id, actorId: actor.accountId, ip });
      return { message: 'Reminder sent.', data: present(bill) };
    },
    cancel: async ({ actor, params, body: { reason }, ip }) => {
      const cancelled = await cancelBill(platform, { billId: params.id, reason, actorId: actor.accountId, ip });
      return { message: `${cancelled.number} cancelled.`, data: present(cancelled) };
    },
  });
};
