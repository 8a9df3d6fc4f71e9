import { accounts } from '@fairlead/contract/accounts/calls';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import { InviteManyAgain } from '../accounts/people/staff-invite-again.tsx';
import { peopleColumns, stateColumn } from '../accounts/people/staff-people-columns.tsx';
import { personOf } from '../accounts/people/wire.ts';
import type { Route } from './+types/staff-approved-users-page.ts';
import { EnrolMany } from './staff-enrol-actions.tsx';

export const meta: Route.MetaFunction = (page) => titled('Approved Users', page);

const states: ListFilter = {
  name: 'state',
  label: 'State',
  any: 'All',
  options: [
    ['active', 'Can log in'],
    ['invited', 'Invited'],
    ['disabled', 'Disabled'],
  ],
};
const filters: ListFilter[] = [byAge('newest', [['name', 'By name']]), states, { days: 'Registered' }];
const columns = peopleColumns.toSpliced(2, 0, stateColumn);

export default function StaffApprovedUsersPage() {
  const list = usePaginatedList(['people', 'approved'], accounts.listApproved, (users) => users.map(personOf));
  const mayOpen = useMay('people:read');
  const mayEnrol = useMay('enrolments:decide');
  const mayAdd = useMay('people:approve');
  return (
    <>
      <PageHeader
        title="Approved Users"
        dense
        actions={
          mayAdd && (
            <>
              <LinkButton to={staffPaths.importUsers} tone="plain" size="small">
                Import
              </LinkButton>
              <LinkButton to={staffPaths.addUser} tone="plain" size="small">
                Add people
              </LinkButton>
            </>
          )
        }
      >
        Everyone who can log in and request enrollment, and those whom you have invited.
      </PageHeader>
      <DataTable
        list={list}
        label="Approved users"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name }) => name}
        to={({ id }) => (mayOpen ? staffPaths.person(id) : undefined)}
        choose={
          mayEnrol
            ? {
                nameOf: ({ name, email }) => `${name}, ${email}`,
                actions: (chosen) => (
                  <>
                    <InviteManyAgain people={chosen} />
                    <EnrolMany people={chosen} />
                  </>
                ),
              }
            : undefined
        }
        failure="Failed to load users."
        empty={
          <EmptyState title="No approved users found.">Approve a registration, and it will appear here.</EmptyState>
        }
        noMatch={<EmptyState title="No approved users found.">Nobody matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
