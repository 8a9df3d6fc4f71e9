import { NewPassword } from '@fairlead/contract/accounts/calls';
import { z } from 'zod/mini';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { PasswordField } from '../../ui/forms/text-fields.tsx';

const Entered = z.object({ newPassword: NewPassword });

/** A new password, twice; forms with these fields validate them with `newPasswordErrors`. */
export function NewPasswordFields() {
  return (
    <>
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint="At least 8 characters"
        required
      />
      <PasswordField label="Confirm password" name="confirmPassword" autoComplete="new-password" required />
    </>
  );
}

/** The errors in the two passwords of a form. */
export function newPasswordErrors(form: FormData): FieldErrors {
  const newPassword = textOf(form, 'newPassword');
  const mismatch = newPassword !== textOf(form, 'confirmPassword');
  return {
    ...fieldErrors(Entered, { newPassword }),
    ...(mismatch && { confirmPassword: 'Passwords do not match.' }),
  };
}
