import { DeclineReason } from '@fairlead/contract/enrolments/calls';
import { declineWords, staffDeclineReasons } from '@fairlead/contract/values/enrolment-state';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';

const options = staffDeclineReasons.map((reason) => ({ value: reason, label: declineWords[reason].name }));

/** Why a request is rejected; the learner gets it by email and sees it on their pages. */
export function DeclineFields() {
  return (
    <>
      <SelectField label="Reason" name="reason" options={options} required />
      <TextArea
        label="Note to the learner"
        name="note"
        rows={3}
        hint="What is missing, or what they can do. Required for the reason ‘Other’."
      />
    </>
  );
}

/** The reason that was chosen; `note` is left out when it is empty. */
export function declineOf(form: FormData): DeclineReason {
  const [reason, note] = [textOf(form, 'reason'), textOf(form, 'note').trim()];
  return { reason: reason as DeclineReason['reason'], ...(note && { note }) };
}

export const checkDecline = (form: FormData): FieldErrors =>
  textOf(form, 'reason') ? fieldErrors(DeclineReason, declineOf(form)) : { reason: 'Choose a reason' };
