import { accounts } from '@fairlead/contract/accounts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Route } from './+types/staff-approved-users-page.ts';
import { peopleColumns } from './staff-people-columns.tsx';
import { personOf } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Approved Users', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['active', 'Can log in'],
    ['disabled', 'Disabled'],
  ],
};
const filters: ListFilter[] = [byAge('newest', [['name', 'By name']]), states, { days: 'Registered' }];

export default function StaffApprovedUsersPage() {
  const list = usePaginatedList(['people', 'approved'], accounts.listApproved, (users) => users.map(personOf));
  const mayOpen = useMay('people:read');
  return (
    <>
      <PageHeader title="Approved Users" dense>
        Everyone who can log in and request enrollment.
      </PageHeader>
      <DataTable
        list={list}
        label="Approved users"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={({ id }) => id}
        columns={peopleColumns}
        nameOf={({ name }) => name}
        to={({ id }) => (mayOpen ? paths.staff.person(id) : undefined)}
        failure="Failed to load users."
        empty={
          <EmptyState title="No approved users found.">Approve a registration, and it will appear here.</EmptyState>
        }
        noMatch={<EmptyState title="No approved users found.">Nobody matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
