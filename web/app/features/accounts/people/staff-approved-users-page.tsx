import { accounts } from '@fairlead/contract/accounts';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { DataList } from '../../../ui/lists/data-list.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Route } from './+types/staff-approved-users-page.ts';
import { PersonRow } from './staff-person-row.tsx';
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
  return (
    <>
      <PageHeader title="Approved Users">Everyone who can log in and request enrollment.</PageHeader>
      <DataList
        list={list}
        label="Approved users"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={({ id }) => id}
        failure="Failed to load users."
        empty={
          <EmptyState title="No approved users found.">Approve a registration, and it will appear here.</EmptyState>
        }
        noMatch={<EmptyState title="No approved users found.">Nobody matches “{list.searched}”.</EmptyState>}
      >
        {(person) => <PersonRow person={person} />}
      </DataList>
    </>
  );
}
