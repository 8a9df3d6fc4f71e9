import { PasswordChange } from '@fairlead/contract/accounts/own-account';
import { type FieldErrors, fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/text-fields.tsx';
import { NewPasswordFields, newPasswordErrors } from '../new-password-fields.tsx';
import { changePassword } from './own-account-api.ts';

const entered = (form: FormData) => ({
  currentPassword: textOf(form, 'currentPassword'),
  newPassword: textOf(form, 'newPassword'),
});

export function ChangePasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  async function submit(form: FormData) {
    toast(await changePassword(entered(form)), { seconds: 4 });
    onClose();
  }

  return (
    <Form onSubmit={submit} check={check} failure="Failed to change the password.">
      {/* tells a password manager which account the password belongs to */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" required />
      <NewPasswordFields />
      <p className="text-sm text-soft">
        You will be logged out on every other phone and computer. Links to your calendar stop working.
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Change password</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

const check = (form: FormData): FieldErrors => ({
  ...fieldErrors(PasswordChange, entered(form)),
  ...newPasswordErrors(form),
});
