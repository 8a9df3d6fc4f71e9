import { toast } from '../../../ui/feedback/toast.tsx';
import { CurrentPasswordForm } from '../own-account/current-password-form.tsx';
import { removeSecondFactor } from './second-factor-api.ts';

export function RemoveSecondFactorForm({ onClose }: { onClose: () => void }) {
  return (
    <CurrentPasswordForm
      submit="Remove second factor"
      onSubmit={async (proof) => {
        toast(await removeSecondFactor(proof));
        onClose();
      }}
      onClose={onClose}
      failure="Failed to remove the second factor."
    >
      <p className="text-soft">
        The password alone will open your account again, and your recovery codes will no longer work. For another phone
        or new recovery codes, set it up again afterwards.
      </p>
    </CurrentPasswordForm>
  );
}
