import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { UsersIcon } from '../../../ui/more-icons.tsx';
import { DashboardCard } from './dashboard-card.tsx';

/** The signed-in person, and whether they have the profile that every certificate needs. */
export function PersonCard({ hasProfile }: { hasProfile: boolean }) {
  const user = useSession()?.user;
  return (
    <DashboardCard icon={UsersIcon} title="Users">
      <div className="min-w-0">
        <p className="font-semibold break-words">{user?.name}</p>
        <p className="text-sm text-soft">
          <EmailText email={user?.email ?? ''} />
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Link to={paths.account} className="font-semibold text-link hover:underline">
            Account
          </Link>
          <Link to={paths.ownDocuments} className="font-semibold text-link hover:underline">
            My Documents
          </Link>
        </p>
      </div>
      {hasProfile ? (
        <p className="mt-auto text-soft">Your profile is complete.</p>
      ) : (
        <div className="mt-auto">
          <p className="mb-3 text-soft">Your profile is not complete yet.</p>
          <LinkButton to={paths.profile} size="small" tone="plain">
            Complete your profile
          </LinkButton>
        </div>
      )}
    </DashboardCard>
  );
}
