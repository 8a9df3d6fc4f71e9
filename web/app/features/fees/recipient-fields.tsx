import { RecipientInput, type RecipientSent } from '@fairlead/contract/academy/fee-fields';
import { outsideIndia, placeName, type SezSupply, sezSupplies } from '@fairlead/contract/academy/gst';
import { indianStates } from '@fairlead/contract/academy/places';
import { type FieldErrors, fieldErrors, textOf } from '../../lib/calls/field-errors.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../ui/forms/text-fields.tsx';
import type { OwnFee } from './wire.ts';

/** An option of a list that stands for an empty value, which a list shows as nothing chosen. */
const unchosen = 'none';

const states = [
  { value: unchosen, label: 'As in the profile, or by the GSTIN' },
  ...indianStates.map(({ code, name }) => ({ value: code, label: name })),
  { value: outsideIndia, label: placeName(outsideIndia) },
];

export const sezNames: Record<SezSupply, string> = {
  '': 'No',
  'with-tax': 'Yes, with IGST',
  'without-tax': 'Yes, without tax (under LUT)',
};

type RecipientFieldsProps = Pick<OwnFee, 'recipient'> & {
  /** Staff alone can choose a supply without tax, which rests on the academy's letter of undertaking. */
  forStaff?: boolean;
  /** For several people, whose profiles say nothing about who pays for them. */
  isForSeveral?: boolean;
};

/** Who is named on the next invoice of a fee; left blank, it is the learner. */
export function RecipientFields({
  recipient: { name, address, gstin, state, sez },
  forStaff = false,
  isForSeveral = false,
}: RecipientFieldsProps) {
  const supplies = sezSupplies.filter((value) => forStaff || value !== 'without-tax' || value === sez);
  return (
    <>
      <TextField
        label="Name on the invoice"
        name="name"
        defaultValue={name}
        hint={isForSeveral ? undefined : 'Leave blank for the name in the profile'}
        autoComplete="off"
      />
      <TextArea
        label="Address on the invoice"
        name="address"
        rows={3}
        defaultValue={address}
        hint={isForSeveral ? undefined : 'Leave blank for the address in the profile'}
      />
      <SelectField
        label="State on the invoice"
        name="state"
        options={states}
        defaultValue={state || unchosen}
        hint="The place of supply of an online course"
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
      <SelectField
        label="Special economic zone (SEZ)"
        name="sez"
        options={supplies.map((value) => ({ value: value || unchosen, label: sezNames[value] }))}
        defaultValue={sez || unchosen}
        hint="Only for a company with a GSTIN in such a zone"
      />
    </>
  );
}

/** What was chosen in a list; without it the server takes the empty value. */
const chosen = (form: FormData, name: 'state' | 'sez') =>
  textOf(form, name) === unchosen ? {} : { [name]: textOf(form, name) };

export const recipientOf = (form: FormData): RecipientSent => ({
  name: textOf(form, 'name'),
  address: textOf(form, 'address'),
  gstin: textOf(form, 'gstin'),
  ...chosen(form, 'state'),
  ...(chosen(form, 'sez') as Pick<RecipientSent, 'sez'>),
});

export const checkRecipient = (form: FormData): FieldErrors => fieldErrors(RecipientInput, recipientOf(form));
