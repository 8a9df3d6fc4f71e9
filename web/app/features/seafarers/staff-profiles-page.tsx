import { seafarers } from '@fairlead/contract/seafarers/calls';
import { messageOf } from '../../lib/calls/api-client.ts';
import { usePaginatedList } from '../../lib/calls/paginated-list.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { Day, Moment } from '../../lib/site.tsx';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FileImage } from '../../ui/file-link.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { byAge, type ListFilter } from '../../ui/lists/list-filters.tsx';
import type { Column } from '../../ui/lists/table-row.tsx';
import type { Route } from './+types/staff-profiles-page.ts';
import { cdcNumberOf, indosNumberOf, passportNumberOf } from './profile-facts.tsx';
import { ProfileDetail } from './staff-profile-detail.tsx';
import { type Profile, profileOf } from './wire.ts';

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

const columns: Column<Profile>[] = [
  {
    title: 'Name',
    cell: ({ id, name, profilePicture }) => (
      <>
        <FileImage
          url={profilePicture.url}
          alt=""
          loading="lazy"
          className="mr-2.5 inline-block size-10 rounded-full border border-line bg-sunken object-cover lg:size-7"
        />
        <span id={`profile-${id}`}>{name}</span>
      </>
    ),
    width: 'lg:w-48',
  },
  { title: 'Registered as', cell: ({ registeredName }) => registeredName, hidden: true },
  { title: 'Email', cell: ({ email }) => <EmailText email={email} />, wide: true },
  { title: 'Phone', cell: ({ phone }) => phone, width: 'lg:w-36', hidden: true },
  { title: 'Passport number', cell: passportNumberOf, width: 'lg:w-36' },
  { title: 'CDC number', cell: cdcNumberOf, width: 'lg:w-40', hidden: true },
  { title: 'INDoS number', cell: indosNumberOf, width: 'lg:w-34', roomy: true },
  { title: 'Date of birth', cell: ({ birthDate }) => <Day date={birthDate} />, width: 'lg:w-32', hidden: true },
  { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} />, width: 'lg:w-50', hidden: true },
  { title: 'Updated', cell: ({ updatedAt }) => <Moment at={updatedAt} />, width: 'lg:w-46', roomy: true },
  {
    title: 'Identity',
    cell: ({ identityChanged }) => (identityChanged ? <Badge tone="warn">Changed</Badge> : '–'),
    width: 'lg:w-28',
  },
];

export default function StaffProfilesPage() {
  const list = usePaginatedList(['people', 'profiles'], seafarers.listProfiles, ({ data }) => data.map(profileOf));
  const mayOpen = useMay('people:read');
  return (
    <>
      <PageHeader title="User Profiles" dense>
        Details and documents of the seafarers.
      </PageHeader>
      <DataTable
        list={list}
        label="User profiles"
        searchLabel="Search by name, email or document number"
        filters={filters}
        itemKey={({ id }) => id}
        columns={columns}
        nameOf={({ name }) => name}
        to={({ id }) => (mayOpen ? staffPaths.person(id) : undefined)}
        detail={(profile) => <ProfileDetail profile={profile} />}
        failure={messageOf(list.error, 'Failed to fetch user profiles')}
        empty={
          <EmptyState title="No user profiles found.">Seafarers fill theirs in after their first login.</EmptyState>
        }
        noMatch={<EmptyState title="No user profiles found.">Nobody matches “{list.searched}”.</EmptyState>}
      />
    </>
  );
}
