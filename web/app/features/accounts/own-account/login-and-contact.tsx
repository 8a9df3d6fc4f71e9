import type { OwnAccount } from '@fairlead/contract/accounts/own-account';
import { deciding } from '@fairlead/contract/platform/permissions';
import { isStaff } from '../../../lib/session/roles.ts';
import { usePermissions } from '../../../shell/use-permissions.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { SecondFactorRow } from '../second-factor/second-factor-row.tsx';
import { AccountRow, type AccountRows } from './account-row.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DigestRow } from './digest-row.tsx';
import { MobileRow } from './mobile-row.tsx';

/** What a person logs in with and how the academy reaches them: the rows of the account page that change it. */
export function LoginAndContact({ account, row, close }: { account: OwnAccount } & AccountRows) {
  const { email, pendingEmail, role, wantsDailyMail } = account;
  const permissions = usePermissions();
  const emailRow = row('email');
  return (
    <div>
      <AccountRow
        title="Email"
        value={
          <>
            <EmailText email={email} />
            {pendingEmail && !emailRow.open && (
              <p className="text-sm font-normal text-warn">
                <EmailText email={pendingEmail} /> is not verified yet
              </p>
            )}
          </>
        }
        change={pendingEmail ? 'Enter OTP' : 'Change email'}
        {...emailRow}
      >
        <ChangeEmailForm pending={pendingEmail} onClose={close} />
      </AccountRow>
      <MobileRow account={account} {...row('mobile')} onClose={close} />
      <AccountRow title="Password" value="Not shown" change="Change password" {...row('password')}>
        <ChangePasswordForm email={email} onClose={close} />
      </AccountRow>
      {deciding.some((one) => permissions.includes(one)) && <DigestRow wanted={wantsDailyMail} />}
      {isStaff(role) && <SecondFactorRow {...row('second-factor')} onClose={close} />}
    </div>
  );
}
