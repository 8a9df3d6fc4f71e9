import { accounts } from '@fairlead/contract/accounts/calls';
import { usePaginatedList } from '../../../lib/calls/paginated-list.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { useMay } from '../../../shell/use-permissions.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import { BulkAction } from '../../../ui/lists/bulk-action.tsx';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../../ui/lists/list-filters.tsx';
import type { Route } from './+types/staff-unapproved-users-page.ts';
import { Approve, Refuse } from './staff-account-actions.tsx';
import { approveUsers, refetchPeople } from './staff-api.ts';
import { peopleColumns } from './staff-people-columns.tsx';
import { type Person, personOf } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('Unapproved Users', page);

const filters: ListFilter[] = [byAge('newest', [['name', 'By name']]), { days: 'Registered' }];

export default function StaffUnapprovedUsersPage() {
  const list = usePaginatedList(['people', 'unapproved'], accounts.listUnapproved, (users) => users.map(personOf));
  const mayOpen = useMay('people:read');
  return (
    <>
      <PageHeader title="Unapproved Users" dense>
        They have verified their email address, and can log in once you approve them.
      </PageHeader>
      <DataTable
        list={list}
        label="Unapproved users"
        searchLabel="Search by name or email"
        filters={filters}
        itemKey={({ id }) => id}
        columns={peopleColumns}
        nameOf={nameOf}
        to={({ id }) => (mayOpen ? staffPaths.person(id) : undefined)}
        decide={(person) => <Decide person={person} />}
        decideWidth="lg:w-48"
        choose={{ nameOf, actions: (chosen) => <ApproveMany people={chosen} /> }}
        failure="Failed to load users."
        empty={<EmptyState title="No unapproved users found.">Every registration has been decided.</EmptyState>}
        noMatch={<EmptyState title="No unapproved users found.">No pending user matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}

const nameOf = ({ name, email }: Person) => `${name}, ${email}`;

function Decide({ person }: { person: Person }) {
  return (
    <>
      <Approve person={person} />
      <Refuse person={person} />
    </>
  );
}

function ApproveMany({ people }: { people: Person[] }) {
  return (
    <BulkAction
      label="Approve selected"
      tone="signal"
      items={people}
      nameOf={nameOf}
      title="Confirm Approval"
      text={({ length }) => (
        <p>{length === 1 ? 'Are you sure you want to approve this user?' : `Approve these ${length} users?`}</p>
      )}
      confirm="Yes, Approve"
      done="approved"
      act={approveUsers}
      after={refetchPeople}
      failure="Failed to approve users."
    />
  );
}
