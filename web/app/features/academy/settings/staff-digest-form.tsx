import { textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { saveDigestHour } from './staff-settings-api.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** The form for the hour from which staff receive the daily email about pending items. */
export function DigestForm({ hour }: { hour: number }) {
  return (
    <Form
      onSubmit={async (form) => toast(await saveDigestHour(Number(textOf(form, 'hour'))))}
      check={() => ({})}
      failure="Failed to save the daily email."
    >
      <SelectField
        label="Hour"
        name="hour"
        options={hours}
        defaultValue={String(hour)}
        className="max-w-48"
        hint="In the academy’s time zone."
      />
      <SubmitButton className="self-start">Save daily email</SubmitButton>
    </Form>
  );
}
