import { saveFile } from '../../lib/device/save-file.ts';
import { isStaff } from '../../lib/session/roles.ts';
import { AccountRow, type AccountRows } from '../accounts/own-account/account-row.tsx';
import { CurrentPasswordForm } from '../accounts/own-account/current-password-form.tsx';
import { fetchOwnCopy } from './api.ts';
import { EraseAccountForm } from './erase-account-form.tsx';

/**
 * The rows of the account page with which a person gets a copy of their data, or erases them; staff are not erased
 * here.
 */
export function OwnData({ role, row, close }: { role: string } & AccountRows) {
  return (
    <div>
      <AccountRow
        title="Your personal data"
        value="A ZIP file with your documents and certificates"
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
          failure="Failed to prepare your data."
        >
          <p className="text-soft">The file holds all your data, so please enter your password again.</p>
        </CurrentPasswordForm>
      </AccountRow>
      {!isStaff(role) && (
        <AccountRow
          title="Account erasure"
          value="Erases everything except issued certificates"
          change="Erase account"
          {...row('erasure')}
        >
          <EraseAccountForm onClose={close} />
        </AccountRow>
      )}
    </div>
  );
}
