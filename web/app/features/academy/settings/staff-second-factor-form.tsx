import { SecondFactorRule } from '@fairlead/contract/academy/settings';
import { useState } from 'react';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { saveSecondFactorRule } from './staff-settings-api.ts';

const choices = [
  { value: 'required', label: 'Required' },
  { value: 'until', label: 'Optional until a date: a password is enough until then' },
  { value: 'off', label: 'Optional: a password is enough' },
];

const ruleOf = (form: FormData): SecondFactorRule => {
  const choice = textOf(form, 'choice');
  return { required: choice === 'required', until: choice === 'until' ? textOf(form, 'until') : null };
};

/**
 * The form for whether staff must have a second factor. Postponing it is recorded in the audit log, and shown on every
 * administrator's overview.
 */
export function SecondFactorRuleForm({ rule: { required, until } }: { rule: SecondFactorRule }) {
  const initial = required ? 'required' : until ? 'until' : 'off';
  const [choice, setChoice] = useState(initial);
  return (
    <Form
      onSubmit={async (form) => toast(await saveSecondFactorRule(ruleOf(form)))}
      check={(form) => fieldErrors(SecondFactorRule, ruleOf(form))}
      failure="Failed to save the second factor of staff."
    >
      <RadioGroup
        legend="Second factor"
        name="choice"
        options={choices}
        initial={initial}
        onChange={(event) => setChoice(event.currentTarget.value)}
      />
      {choice === 'until' && (
        <DateField label="Last day" name="until" defaultValue={until ?? ''} className="max-w-48" required />
      )}
      <SubmitButton className="self-start">Save second factor</SubmitButton>
    </Form>
  );
}
