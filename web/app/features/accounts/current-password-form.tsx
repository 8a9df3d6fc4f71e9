import { SecondFactorBeginning } from '@fairlead/contract/second-factor';
import type { ReactNode } from 'react';
import { fieldErrors, textOf } from '../../lib/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/text-fields.tsx';

type CurrentPasswordFormProps = {
  /** What it is asked for. */
  children: ReactNode;
  submit: string;
  onSubmit: (currentPassword: string) => Promise<void>;
  onClose: () => void;
  failure: string;
};

/** Asks for the password again, before what opens the account is changed. */
export function CurrentPasswordForm({ children, submit, onSubmit, onClose, failure }: CurrentPasswordFormProps) {
  const passwordOf = (form: FormData) => textOf(form, 'currentPassword');
  return (
    <Form
      onSubmit={(form) => onSubmit(passwordOf(form))}
      check={(form) => fieldErrors(SecondFactorBeginning, { currentPassword: passwordOf(form) })}
      failure={failure}
    >
      {children}
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>{submit}</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
