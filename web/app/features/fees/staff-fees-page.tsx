import { fees } from '@fairlead/contract/fees/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import { useCourseFilter } from '../courses/use-course-filter.ts';
import type { Route } from './+types/staff-fees-page.ts';
import { FeeBadge, isOpen } from './fee-parts.tsx';
import { formatPaise } from './format-paise.ts';
import { IssueInvoice, IssueOneInvoice } from './staff-bill-actions.tsx';
import { RecordPayment, Waive } from './staff-fee-actions.tsx';
import { type Fee, feeOf } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Fees', page);

const columns: Column<Fee>[] = [
  { title: 'User', cell: ({ id, person }) => <span id={`fee-${id}`}>{person.name}</span> },
  { title: 'Email', cell: ({ person }) => <EmailText email={person.email} />, hidden: true },
  { title: 'Course', cell: ({ courseTitle }) => courseTitle, wide: true },
  { title: 'Charged', cell: ({ chargedAt }) => <Moment at={chargedAt} />, width: 'lg:w-50', hidden: true },
  { title: 'Reference', cell: ({ reference }) => reference, width: 'lg:w-36', hidden: true },
  { title: 'Fee', cell: ({ chargedPaise }) => formatPaise(chargedPaise), figures: true, width: 'lg:w-28' },
  {
    title: 'Paid',
    cell: ({ receivedPaise }) => formatPaise(receivedPaise),
    figures: true,
    width: 'lg:w-28',
    roomy: true,
  },
  { title: 'To pay', cell: ({ balancePaise }) => formatPaise(balancePaise), figures: true, width: 'lg:w-28' },
  { title: 'State', cell: (fee) => <FeeBadge {...fee} />, width: 'lg:w-56' },
];

const states: ListFilter = { name: 'state', label: 'State', any: 'To pay', options: [['settled', 'Settled']] };

const nameOf = ({ person, courseTitle }: Fee) => `${person.name}, ${courseTitle}`;

/** The fees of all enrolments, by default those with something to pay. */
export default function StaffFeesPage() {
  const list = usePaginatedList(['fees', 'all'], fees.list, ({ data }) => data.map(feeOf));
  const course = useCourseFilter();
  const mayRecord = useMay('fees:record');
  const mayEnrol = useMay('enrolments:decide');
  return (
    <>
      <PageHeader
        title="Fees"
        dense
        actions={
          mayEnrol &&
          mayRecord && (
            <LinkButton to={staffPaths.counter} tone="plain" size="small">
              Counter
            </LinkButton>
          )
        }
      >
        What is left to pay for each enrollment. Record payments here that come in at the desk.
      </PageHeader>
      <DataTable
        list={list}
        label="Fees"
        searchLabel="Search by user name, email or reference"
        filters={[states, byAge('oldest'), course, { days: 'Charged' }]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={nameOf}
        to={({ id }) => staffPaths.fee(id)}
        menu={mayRecord ? (fee) => isOpen(fee) && <Menu fee={fee} /> : undefined}
        choose={
          mayRecord ? { nameOf, actions: (chosen) => <IssueOneInvoice fees={chosen.filter(isOpen)} /> } : undefined
        }
        failure="Failed to load fees."
        empty={<EmptyState title="No fees found.">Nobody has anything to pay.</EmptyState>}
        noMatch={<EmptyState title="No fees found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const Menu = ({ fee }: { fee: Fee }) => (
  <>
    <RecordPayment fee={fee} />
    <IssueInvoice fee={fee} />
    <Waive fee={fee} />
  </>
);
