import { RecipientInput } from '@fairlead/contract/academy/fee-fields';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { TextArea, TextField } from '../../ui/forms/text-fields.tsx';
import type { OwnFee } from './wire.ts';

/** Who is named on the next invoice of a fee; left blank, it is the learner. */
export function RecipientFields({ recipient: { name, address, gstin } }: Pick<OwnFee, 'recipient'>) {
  return (
    <>
      <TextField
        label="Name on the invoice"
        name="name"
        defaultValue={name}
        hint="Leave blank for the name in the profile"
        autoComplete="off"
      />
      <TextArea
        label="Address on the invoice"
        name="address"
        rows={3}
        defaultValue={address}
        hint="Leave blank for the address in the profile"
      />
      <TextField
        label="GSTIN of the company"
        name="gstin"
        defaultValue={gstin}
        hint="15 characters. Leave blank if there is none"
        tidy={(typed) => typed.toUpperCase()}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}

export const recipientOf = (form: FormData): RecipientInput => ({
  name: textOf(form, 'name'),
  address: textOf(form, 'address'),
  gstin: textOf(form, 'gstin'),
});

export const checkRecipient = (form: FormData): FieldErrors => fieldErrors(RecipientInput, recipientOf(form));
