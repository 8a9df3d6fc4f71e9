import { MobileChange } from '@fairlead/contract/accounts/own-account';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { MobileField } from '../mobile-field.tsx';
import { changeMobile } from './own-account-api.ts';

export function ChangeMobileForm({ mobile, onClose }: { mobile: string; onClose: () => void }) {
  async function submit(form: FormData) {
    toast(await changeMobile(textOf(form, 'mobile')));
    onClose();
  }

  return (
    <Form
      onSubmit={submit}
      check={(form) => fieldErrors(MobileChange, { mobile: textOf(form, 'mobile') })}
      failure="Failed to change the mobile number."
    >
      <MobileField label="New mobile" defaultValue={mobile} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton>Change mobile</SubmitButton>
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
