import { AttendanceRule } from '@fairlead/contract/academy/settings';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { saveAttendanceRule } from './staff-settings-api.ts';

const ruleOf = (form: FormData) => ({ mostAbsentPercent: Number(textOf(form, 'mostAbsentPercent') || Number.NaN) });

/** The form for the share of a batch for which somebody may be absent. */
export function AttendanceRuleForm({ mostAbsentPercent }: { mostAbsentPercent: number }) {
  return (
    <Form
      onSubmit={async (form) => toast(await saveAttendanceRule(ruleOf(form).mostAbsentPercent))}
      check={(form) => fieldErrors(AttendanceRule, ruleOf(form))}
      failure="Failed to save the rule of attendance."
    >
      <TextField
        label="Allowed absence in percent"
        name="mostAbsentPercent"
        inputMode="numeric"
        defaultValue={mostAbsentPercent}
        className="max-w-72"
        required
      />
      <SubmitButton className="self-start">Save attendance rule</SubmitButton>
    </Form>
  );
}
