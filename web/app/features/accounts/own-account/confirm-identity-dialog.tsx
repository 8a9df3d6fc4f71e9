import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CurrentPasswordForm } from './current-password-form.tsx';
import { confirmIdentity } from './own-account-api.ts';

type Props = {
  open: boolean;
  /** Called when the person has confirmed their identity, or does not want to. */
  onClose: (isConfirmed: boolean) => void;
};

/** Asks for the password again, some time after the login. */
export const ConfirmIdentityDialog = ({ open, onClose }: Props) => (
  <Dialog open={open} title="Confirm that it is you" onClose={() => onClose(false)}>
    <CurrentPasswordForm
      submit="Confirm"
      onSubmit={async (proof) => {
        await confirmIdentity(proof);
        onClose(true);
      }}
      onClose={() => onClose(false)}
      failure="Failed to check your password."
    >
      <p className="text-soft">You logged in some time ago. Enter your password to continue.</p>
    </CurrentPasswordForm>
  </Dialog>
);
