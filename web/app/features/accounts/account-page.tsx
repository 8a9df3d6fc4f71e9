import { deciding } from '@fairlead/contract/permissions';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { titled } from '../../lib/page-title.ts';
import { paths } from '../../lib/paths.ts';
import { preload } from '../../lib/query-client.ts';
import { isStaff } from '../../lib/roles.ts';
import { saveFile } from '../../lib/save-file.ts';
import { LoadFailure } from '../../shell/load-failure.tsx';
import { usePermissions } from '../../shell/use-permissions.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { Card, PageHeader } from '../../ui/layout.tsx';
import { fetchOwnCopy } from '../personal-data/api.ts';
import { EraseAccountForm } from '../personal-data/erase-account-form.tsx';
import type { Route } from './+types/account-page.ts';
import { AccountRow } from './account-row.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangeMobileForm } from './change-mobile-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { CurrentPasswordForm } from './current-password-form.tsx';
import { DigestRow } from './digest-row.tsx';
import { ownAccountQuery } from './own-account-api.ts';
import type { OwnAccount } from './own-account-wire.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { SecondFactorRow } from './second-factor-row.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';

export const meta: Route.MetaFunction = (page) => titled('Account', page);

export const clientLoader = async () => {
  await preload(ownAccountQuery);
};

/** The signed-in person's own account, for learners and staff alike. */
export default function AccountPage() {
  const { data: account } = useSuspenseQuery(ownAccountQuery);
  // one at a time, since several of the forms ask for the current password
  const { hash } = useLocation();
  const [open, setOpen] = useState<Opened | undefined>(hash === '#second-factor' ? 'second-factor' : undefined);
  const rows: Rows = {
    row: (which) => ({ open: open === which, onOpen: () => setOpen(which) }),
    close: () => setOpen(undefined),
  };
  return (
    <>
      <PageHeader title="Account">What you log in with, how we reach you, and where you are signed in.</PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Login and contact</h2>
          <Particulars account={account} {...rows} />
        </Card>
        <PasskeysCard {...rows.row('passkey')} onClose={rows.close} />
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Where you are signed in</h2>
          <OwnSessions />
          <div className="mt-5 border-t border-line pt-5">
            <SignOutEverywhere next={isStaff(account.role) ? paths.staffLogin : paths.login} />
          </div>
        </Card>
        <Card className="p-6">
          <h2 className="mb-5 text-lg">Your data</h2>
          <YourData role={account.role} {...rows} />
        </Card>
      </div>
    </>
  );
}

type Opened = 'email' | 'mobile' | 'password' | 'second-factor' | 'passkey' | 'copy' | 'erasure';
type Rows = { row: (which: Opened) => { open: boolean; onOpen: () => void }; close: () => void };

function Particulars({ account, row, close }: { account: OwnAccount } & Rows) {
  const { email, mobile, pendingEmail, role, wantsDailyMail } = account;
  const permissions = usePermissions();
  const emailRow = row('email');
  return (
    <div>
      <AccountRow
        title="Email"
        value={
          <>
            <EmailText address={email} />
            {pendingEmail && !emailRow.open && (
              <p className="text-sm font-normal text-warn">
                <EmailText address={pendingEmail} /> waits for its OTP
              </p>
            )}
          </>
        }
        change={pendingEmail ? 'Enter OTP' : 'Change email'}
        {...emailRow}
      >
        <ChangeEmailForm pending={pendingEmail} onClose={close} />
      </AccountRow>
      <AccountRow title="Mobile" value={mobile || 'None yet'} change="Change mobile" {...row('mobile')}>
        <ChangeMobileForm mobile={mobile} onClose={close} />
      </AccountRow>
      <AccountRow title="Password" value="Not shown" change="Change password" {...row('password')}>
        <ChangePasswordForm email={email} onClose={close} />
      </AccountRow>
      {deciding.some((one) => permissions.includes(one)) && <DigestRow wanted={wantsDailyMail} />}
      {isStaff(role) && <SecondFactorRow {...row('second-factor')} onClose={close} />}
    </div>
  );
}

function YourData({ role, row, close }: { role: OwnAccount['role'] } & Rows) {
  return (
    <div>
      <AccountRow
        title="All that we hold on you"
        value="A ZIP with your papers and certificates"
        change="Download a copy"
        {...row('copy')}
      >
        <CurrentPasswordForm
          submit="Download"
          onSubmit={async (proof) => {
            saveFile(await fetchOwnCopy(proof));
            close();
          }}
          onClose={close}
          failure="Failed to pack your data."
        >
          <p className="text-soft">The file holds all your data, so please enter your password again.</p>
        </CurrentPasswordForm>
      </AccountRow>
      {!isStaff(role) && (
        <AccountRow
          title="Leaving"
          value="Erase all but issued certificates"
          change="Erase account"
          {...row('erasure')}
        >
          <EraseAccountForm onClose={close} />
        </AccountRow>
      )}
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="Account" failure="Failed to load your account." error={error} />;
}
