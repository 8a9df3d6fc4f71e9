import { seafarers } from '@fairlead/contract/seafarers';
import { messageOf } from '../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataList } from '../../ui/lists/data-list.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Route } from './+types/staff-profiles-page.ts';
import { StaffProfileCard } from './staff-profile-card.tsx';
import { profileOf } from './wire.ts';

export const meta: Route.MetaFunction = (page) => titled('User Profiles', page);

const identities: ListFilter = {
  name: 'identity',
  label: 'Identity',
  any: 'All',
  options: [
    ['changed', 'Changed, to be confirmed'],
    ['checked', 'Checked'],
    ['unchecked', 'Never checked'],
  ],
};
const filters: ListFilter[] = [byAge('newest', [['name', 'By name']]), identities];

export default function StaffProfilesPage() {
  const list = usePaginatedList(['people', 'profiles'], seafarers.listProfiles, ({ data }) => data.map(profileOf));
  return (
    <>
      <PageHeader title="User Profiles">Details and documents of the seafarers.</PageHeader>
      <DataList
        list={list}
        label="User profiles"
        searchLabel="Search by name, email or document number"
        filters={filters}
        itemKey={({ id }) => id}
        failure={messageOf(list.error, 'Failed to fetch user profiles')}
        empty={
          <EmptyState title="No user profiles found.">Seafarers fill theirs in after their first login.</EmptyState>
        }
        noMatch={<EmptyState title="No user profiles found.">Nobody matches “{list.searched}”.</EmptyState>}
      >
        {(profile) => <StaffProfileCard profile={profile} />}
      </DataList>
    </>
  );
}
