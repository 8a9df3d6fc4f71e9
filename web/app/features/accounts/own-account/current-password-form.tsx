import { Confirmation } from '@fairlead/contract/accounts/own-account';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { FocusFirst } from '../../../ui/forms/focus-first.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/text-fields.tsx';
import { SecondFactorField } from '../second-factor/second-factor-field.tsx';
import type { Proof } from './own-account-api.ts';

type CurrentPasswordFormProps = {
  /** The reason for which the password is asked for. */
  children: ReactNode;
  submit: string;
  onSubmit: (proof: Proof) => Promise<void>;
  /** Without it there is no cancel button. */
  onClose: (() => void) | undefined;
  failure: string;
};

/**
 * Asks for the password again, and for a second-factor code when the server requires one, before login details change.
 */
export function CurrentPasswordForm({ children, submit, onSubmit, onClose, failure }: CurrentPasswordFormProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const proofOf = (form: FormData): Proof => {
    const otp = textOf(form, 'otp');
    return { currentPassword: textOf(form, 'currentPassword'), ...(otp && { otp }) };
  };
  async function send(form: FormData) {
    try {
      await onSubmit(proofOf(form));
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'second-factor' && !asksForCode)) throw error;
      setAsksForCode(true);
    }
  }
  return (
    <Form onSubmit={send} check={(form) => fieldErrors(Confirmation, proofOf(form))} failure={failure}>
      {children}
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" required />
      {asksForCode && (
        <FocusFirst>
          <SecondFactorField />
        </FocusFirst>
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        {onClose && (
          <Button tone="plain" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}
