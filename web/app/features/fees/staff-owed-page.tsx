import { owed } from '@fairlead/contract/fees/owed';
import { fromWire, idNames } from '@fairlead/contract/platform/names';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-owed-page.ts';
import { formatPaise } from './format-paise.ts';
import type { Owed } from './staff-wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Ageing', page);

type Age = 'notDuePaise' | 'to30Paise' | 'to60Paise' | 'to90Paise' | 'over90Paise' | 'totalPaise';

const amount = (title: string, of: Age): Column<Owed> => ({
  title,
  cell: (payer) => (payer[of] === 0 ? '–' : formatPaise(payer[of])),
  figures: true,
  width: 'lg:w-24',
});

const columns: Column<Owed>[] = [
  { title: 'Payer', cell: ({ payer }) => payer, wide: true },
  { title: 'GSTIN', cell: ({ gstin }) => gstin || '–', width: 'lg:w-44', hidden: true },
  { title: 'Fees', cell: ({ fees }) => fees, figures: true, width: 'lg:w-16' },
  { title: 'Due since', cell: ({ dueOn }) => <Day date={dueOn} />, width: 'lg:w-32', hidden: true },
  amount('Not due', 'notDuePaise'),
  amount('0–30', 'to30Paise'),
  amount('31–60', 'to60Paise'),
  amount('61–90', 'to90Paise'),
  amount('Over 90', 'over90Paise'),
  amount('Owed', 'totalPaise'),
];

const ages: ListFilter = {
  name: 'age',
  label: 'Due for',
  any: 'Any time',
  options: [
    ['over30', 'Over 30 days'],
    ['over60', 'Over 60 days'],
    ['over90', 'Over 90 days'],
  ],
};

/** What is owed, by payer and by the days since it was due. */
export default function StaffOwedPage() {
  const list = usePaginatedList(['fees', 'owed'], owed.list, ({ data }) => data.map((one) => fromWire(idNames, one)));
  return (
    <>
      <PageHeader title="Ageing" dense>
        What each payer owes, by the days since it was due: by the day on the invoice, or else since it was charged.
      </PageHeader>
      <DataTable
        list={list}
        label="Payers"
        searchLabel="Search by payer, GSTIN, user or reference"
        filters={[byAge('oldest'), ages]}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ payer }) => payer}
        to={({ id }) => staffPaths.fee(id)}
        failure="Failed to load what is owed."
        empty={<EmptyState title="Nothing is owed.">Nobody has anything to pay.</EmptyState>}
        noMatch={<EmptyState title="Nothing is owed.">Nothing matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
