import { Erasure } from '@fairlead/contract/personal-data/calls';
import { fieldErrors, inFormNames, textOf } from '../../lib/calls/field-errors.ts';
import { paths } from '../../lib/paths.ts';
import { logOut } from '../../shell/log-out.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/text-fields.tsx';
import { eraseOneself } from './api.ts';
import { WhatStays } from './what-stays.tsx';

const erasureOf = (form: FormData) => ({
  currentPassword: textOf(form, 'currentPassword'),
  understood: form.has('understood'),
});

/** States what is deleted and what is kept, and erases the person after they confirm. */
export function EraseAccountForm({ onClose }: { onClose: () => void }) {
  return (
    <Form
      onSubmit={async (form) => {
        await eraseOneself(erasureOf(form).currentPassword);
        await logOut(paths.home);
      }}
      // the checkbox has no room for an error message
      check={(form) => inFormNames({ understood: '' }, fieldErrors(Erasure, erasureOf(form)))}
      failure="Failed to erase your account."
    >
      <WhatStays />
      <CheckboxField name="understood" label="I understand that this cannot be undone" />
      <PasswordField label="Current password" name="currentPassword" autoComplete="current-password" required />
      <div className="flex flex-wrap gap-3">
        <SubmitButton tone="danger">Erase my account for good</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
