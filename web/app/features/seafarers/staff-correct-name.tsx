import { NameCorrection } from '@fairlead/contract/seafarers/calls';
import { fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { TextArea } from '../../ui/forms/text-fields.tsx';
import { NameFields, namesIn } from '../accounts/name-fields.tsx';
import { refetchPeople } from '../accounts/people/staff-api.ts';
import { correctName } from './staff-api.ts';

type CorrectNameProps = {
  id: string;
  firstName: string;
  lastName: string;
  /** The name that the page shows; the profile's name may differ from the registered one. */
  nameSeen: string;
};

/** Corrects a misspelt name of the account and of the profile, with a note on the evidence. */
export function CorrectName({ id, firstName, lastName, nameSeen }: CorrectNameProps) {
  const correctionOf = (form: FormData) => ({
    ...namesIn(form),
    note: textOf(form, 'note'),
    nameSeen,
  });
  return (
    <FormAction
      label="Correct name"
      describedBy={`person-${id}`}
      title="Correct Name"
      text={
        <p className="text-soft">
          The account, the profile and new certificates will show this name. Issued certificates do not change. The
          person is notified by email.
        </p>
      }
      check={(form) => fieldErrors(NameCorrection, correctionOf(form))}
      confirm="Correct"
      act={(form) => correctName(id, correctionOf(form))}
      after={refetchPeople}
      failure="Failed to correct the name."
    >
      <NameFields initial={{ firstName, lastName }} />
      <TextArea
        label="Note"
        name="note"
        rows={3}
        required
        hint="How you know, such as 'as in the passport'. Kept in the history."
      />
    </FormAction>
  );
}
