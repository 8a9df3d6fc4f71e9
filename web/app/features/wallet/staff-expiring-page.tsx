import { wallet } from '@fairlead/contract/wallet/calls';
import { useQuery } from '@tanstack/react-query';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-expiring-page.ts';
import { EndBadge } from './document-parts.tsx';
import { type EndingDocument, endingOf, kindsQuery } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Expiring Documents', page);

const columns: Column<EndingDocument>[] = [
  { title: 'User', cell: ({ person }) => person.name },
  { title: 'Document', cell: ({ title }) => title, wide: true },
  { title: 'Number', cell: ({ number }) => number, width: 'lg:w-44', roomy: true },
  { title: 'Last day', cell: ({ lastDay }) => <Day date={lastDay} />, width: 'lg:w-36' },
  { title: 'State', cell: (document) => <State document={document} />, width: 'lg:w-60' },
  {
    title: 'Check',
    cell: ({ isChecked }) => (isChecked ? 'Checked' : 'Not checked yet'),
    width: 'lg:w-40',
    hidden: true,
  },
];

function State({ document }: { document: EndingDocument }) {
  return <EndBadge document={{ ...document, isReplaced: false }} />;
}

const spans: ListFilter = {
  name: 'within',
  label: 'Expires',
  any: 'All',
  options: [
    ['ended', 'Expired in the last 30 days'],
    ['7', 'Within 7 days'],
    ['30', 'Within 30 days'],
    ['60', 'Within 60 days'],
    ['90', 'Within 90 days'],
    ['180', 'Within 180 days'],
    ['365', 'Within a year'],
  ],
};

/** The documents of all people that end, in the order in which they do: their own, and certificates of the academy. */
export default function StaffExpiringPage() {
  const list = usePaginatedList(['wallet', 'ending'], wallet.listEnding, ({ data }) => data.map(endingOf));
  const { data: kinds = [] } = useQuery(kindsQuery);
  const kindFilter: ListFilter = {
    name: 'kind',
    label: 'Document',
    any: 'All documents',
    options: kinds.map(({ code, title }) => [code, title] as const),
  };
  return (
    <>
      <PageHeader title="Expiring Documents" dense>
        What expires first is at the top, after what has expired in the last 30 days. Replaced documents are left out.
      </PageHeader>
      <DataTable
        list={list}
        label="Expiring documents"
        searchLabel="Search by user name, email or number"
        filters={[spans, kindFilter]}
        itemKey={({ id }) => id}
        columns={columns}
        to={({ person }) => staffPaths.person(person.id)}
        nameOf={({ person, title }) => `${person.name}, ${title}`}
        failure="Failed to load the documents."
        empty={<EmptyState title="No documents found.">No document expires in this time.</EmptyState>}
        noMatch={<EmptyState title="No documents found.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
