import { fees } from '@fairlead/contract/fees/calls';
import { feeEntryNames, paymentMethodNames, paymentMethods } from '@fairlead/contract/fees/fee-state';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-payments-page.ts';
import { formatPaise } from './format-paise.ts';
import { DocumentAction } from './staff-document-action.tsx';
import { type Payment, paymentOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Payments', page);

const columns: Column<Payment>[] = [
  { title: 'User', cell: ({ person }) => person.name },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Day', cell: ({ on }) => <Day date={on} />, width: 'lg:w-32' },
  { title: 'Entry', cell: ({ kind }) => feeEntryNames[kind], width: 'lg:w-28', roomy: true },
  { title: 'Method', cell: ({ method }) => (method ? paymentMethodNames[method] : '–'), width: 'lg:w-36' },
  { title: 'Reference', cell: ({ reference }) => reference || '–', width: 'lg:w-36', hidden: true },
  { title: 'Received', cell: ({ receivedPaise }) => formatPaise(receivedPaise), figures: true, width: 'lg:w-32' },
  { title: 'Document', cell: ({ document }) => document?.number ?? '–', width: 'lg:w-40', roomy: true },
  { title: 'Recorded by', cell: ({ by }) => by ?? '–', hidden: true },
];

const method: ListFilter = {
  name: 'method',
  label: 'Method',
  any: 'All',
  options: paymentMethods.map((one) => [one, paymentMethodNames[one]]),
};
const kinds: ListFilter = {
  name: 'kind',
  label: 'Entry',
  any: 'All',
  options: (['paid', 'refunded', 'reversed'] as const).map((one) => [one, feeEntryNames[one]]),
};

/** All money that was received, paid back or recorded by mistake. */
export default function StaffPaymentsPage() {
  const list = usePaginatedList(['fees', 'payments'], fees.listPayments, ({ data }) => data.map(paymentOf));
  return (
    <>
      <PageHeader title="Payments" dense>
        Money received and paid back, by the day on which it changed hands.
      </PageHeader>
      <DataTable
        list={list}
        label="Payments"
        searchLabel="Search by user, reference or number"
        filters={[byAge('newest'), method, kinds, { days: 'Day' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ person, courseTitle }) => `${person.name}, ${courseTitle}`}
        to={({ enrolmentId }) => staffPaths.fee(enrolmentId)}
        menu={({ document }) => document && <DocumentAction document={document} />}
        failure="Failed to load payments."
        empty={<EmptyState title="No payments found.">Nothing has been recorded yet.</EmptyState>}
        noMatch={<EmptyState title="No payments found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
