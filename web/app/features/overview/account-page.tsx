import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { preload } from '../../lib/calls/query-client.ts';
import { titled } from '../../lib/pages/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { isStaff } from '../../lib/session/roles.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { useAccountRows } from '../accounts/own-account/account-row.tsx';
import { LoginAndContact } from '../accounts/own-account/login-and-contact.tsx';
import { ownAccountQuery } from '../accounts/own-account/own-account-api.ts';
import { OwnSessions } from '../accounts/own-account/own-sessions.tsx';
import { SignOutEverywhere } from '../accounts/own-account/sign-out-everywhere.tsx';
import { PasskeysCard } from '../accounts/passkeys/passkeys-card.tsx';
import { OwnData } from '../personal-data/own-data.tsx';
import type { Route } from './+types/account-page.ts';
import { DeviceSettings } from './device-settings.tsx';

export const meta: Route.MetaFunction = (page) => titled('Account', page);

export const clientLoader = async () => {
  await preload(ownAccountQuery);
};

/** The signed-in person's own account, for learners and staff alike. */
export default function AccountPage() {
  const { data: account } = useSuspenseQuery(ownAccountQuery);
  const { hash } = useLocation();
  const rows = useAccountRows(hash === '#second-factor' ? 'second-factor' : undefined);
  return (
    <>
      <PageHeader title="Account">Your login, your contact details, and where you are logged in.</PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Login and contact</h2>
          <LoginAndContact account={account} {...rows} />
        </Card>
        <PasskeysCard {...rows.row('passkey')} onClose={rows.close} />
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Where you are logged in</h2>
          <OwnSessions />
          <div className="mt-5 border-t border-line pt-5">
            <SignOutEverywhere next={isStaff(account.role) ? paths.staffLogin : paths.login} />
          </div>
        </Card>
        <Card className="p-6">
          <h2 className="mb-5 text-lg">This device</h2>
          <DeviceSettings />
        </Card>
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Your data</h2>
          <OwnData role={account.role} {...rows} />
        </Card>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Account" failure="Failed to load your account." error={error} />;
}
