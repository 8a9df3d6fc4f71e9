import { useSuspenseQuery } from '@tanstack/react-query';
import { preload } from '../../lib/calls/query-client.ts';
import { countText } from '../../lib/format/counts.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { staffPaths } from '../../lib/staff-paths.ts';
import { useMay } from '../../shell/use-permissions.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CheckIcon, DocumentIcon, UploadIcon } from '../../ui/icons.tsx';
import { PageHeader } from '../../ui/layout.tsx';
import { UsersIcon } from '../../ui/more-icons.tsx';
import type { Route } from './+types/staff-users-page.ts';
import { LinkCard } from './home/dashboard-card.tsx';
import { overviewQuery } from './staff-api.ts';

export const meta: Route.MetaFunction = (page) => titled('Users', page);

export const clientLoader = async () => {
  await preload(overviewQuery);
};

/** The page of the menu group of this name: links to its pages, with their pending items. */
export default function StaffUsersPage() {
  const { registrations, identityChanges } = useSuspenseQuery(overviewQuery).data;
  const mayRead = useMay('people:read');
  const bringIn = useMay('people:approve') && (
    <LinkButton to={staffPaths.importUsers}>
      <UploadIcon /> Import
    </LinkButton>
  );
  return (
    <>
      <PageHeader title="Users" actions={bringIn}>
        Registrations, profiles and documents of seafarers.
      </PageHeader>
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        {registrations && (
          <LinkCard icon={UsersIcon} title="Unapproved Users" to={staffPaths.unapprovedUsers}>
            {registrations.count === 0
              ? 'Nobody is waiting for approval'
              : `${countText(registrations.count)} waiting for approval`}
          </LinkCard>
        )}
        {mayRead && (
          <LinkCard icon={CheckIcon} title="Approved Users" to={staffPaths.approvedUsers}>
            Everyone who can log in
          </LinkCard>
        )}
        {mayRead && (
          <LinkCard icon={DocumentIcon} title="User Profiles" to={staffPaths.userProfiles}>
            {identityChanges && identityChanges.count > 0
              ? `${countText(identityChanges.count)} changed, to be confirmed`
              : 'Details and documents'}
          </LinkCard>
        )}
      </div>
    </>
  );
}
