import { billKindNames, billStateNames } from '@fairlead/contract/fees/bill-state';
import { bills } from '@fairlead/contract/fees/bills';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-bills-page.ts';
import { BillBadge } from './bill-parts.tsx';
import { formatPaise } from './format-paise.ts';
import { CancelBill, RemindPayer } from './staff-bill-actions.tsx';
import { DocumentAction } from './staff-document-action.tsx';
import type { ListedBill } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Unpaid Invoices', page);

const columns: Column<ListedBill>[] = [
  { title: 'Number', cell: ({ id, number }) => <span id={`bill-${id}`}>{number}</span>, width: 'lg:w-40' },
  { title: 'Kind', cell: ({ kind }) => billKindNames[kind], width: 'lg:w-40', roomy: true },
  { title: 'Payer', cell: ({ payerName }) => payerName, wide: true },
  { title: 'Purchase order', cell: ({ purchaseOrder }) => purchaseOrder || '–', hidden: true },
  { title: 'Fees', cell: ({ fees }) => fees, figures: true, width: 'lg:w-16', hidden: true },
  { title: 'Due on', cell: ({ dueOn }) => <Day date={dueOn} />, width: 'lg:w-32' },
  {
    title: 'Reminded',
    cell: ({ remindedOn }) => (remindedOn ? <Day date={remindedOn} /> : '–'),
    width: 'lg:w-32',
    hidden: true,
  },
  { title: 'Total', cell: ({ totalPaise }) => formatPaise(totalPaise), figures: true, width: 'lg:w-28', roomy: true },
  { title: 'To pay', cell: ({ restPaise }) => formatPaise(restPaise), figures: true, width: 'lg:w-28' },
  { title: 'State', cell: (bill) => <BillBadge {...bill} />, width: 'lg:w-28' },
];

const filters: ListFilter[] = [
  {
    name: 'state',
    label: 'State',
    any: 'To pay',
    options: [
      ['overdue', billStateNames.overdue],
      ['settled', 'Settled'],
    ],
  },
  byAge('oldest'),
  {
    name: 'kind',
    label: 'Kind',
    any: 'All',
    options: [
      ['proforma', billKindNames.proforma],
      ['invoice', billKindNames.invoice],
    ],
  },
];

/** The proformas and tax invoices that were issued before payment, by default those with something to pay. */
export default function StaffBillsPage() {
  const list = usePaginatedList(['fees', 'bills'], bills.list, ({ data }) => data.map((one) => fromWire(idNames, one)));
  const mayRecord = useMay('fees:record');
  return (
    <>
      <PageHeader title="Unpaid Invoices" dense>
        Proformas and tax invoices that were issued before payment. Payments are recorded on the fees.
      </PageHeader>
      <DataTable
        list={list}
        label="Unpaid invoices"
        searchLabel="Search by payer, number, purchase order or user"
        filters={filters}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ number }) => number}
        to={({ enrolmentId }) => staffPaths.fee(enrolmentId)}
        menu={(bill) => <Menu bill={bill} mayRecord={mayRecord} />}
        failure="Failed to load unpaid invoices."
        empty={<EmptyState title="No unpaid invoices found.">Issue one from a fee.</EmptyState>}
        noMatch={<EmptyState title="No unpaid invoices found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const Menu = ({ bill, mayRecord }: { bill: ListedBill; mayRecord: boolean }) => (
  <>
    <DocumentAction document={bill} />
    {mayRecord && bill.restPaise > 0 && (
      <>
        {bill.email && <RemindPayer bill={bill} />}
        <CancelBill bill={bill} />
      </>
    )}
  </>
);
