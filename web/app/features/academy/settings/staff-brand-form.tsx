import { BrandInput, type Settings } from '@fairlead/contract/academy/settings';
import { useRevalidator } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { fieldErrors } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { saveBrand } from './staff-settings-api.ts';

/** The form for the academy's name, logo and contact details. */
export function BrandForm({ brand }: { brand: Settings['brand'] }) {
  const { revalidate } = useRevalidator();
  const shown = useBrand().recognition;
  /** The starting text of the public pages, while the academy has not stated its own. */
  const startsAs = shown !== brand.recognition && shown;

  async function save(form: FormData) {
    toast(await saveBrand(form));
    await revalidate();
  }

  return (
    <Form
      key={brand.logo?.filename}
      onSubmit={save}
      check={(form) => fieldErrors(BrandInput, Object.fromEntries(form))}
      failure="Failed to save the brand."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" name="name" defaultValue={brand.name} required className="sm:col-span-2" />
        <TextField label="Email" name="email" type="email" defaultValue={brand.email} required />
        <TextField label="Phone" name="phone" type="tel" defaultValue={brand.phone} required />
        <TextField label="City" name="city" defaultValue={brand.city} required />
        <TextField
          label="Recognised by the"
          name="recognition"
          hint={
            startsAs
              ? `Such as Directorate General of Shipping. Until you save this form, the home page names the ${startsAs}`
              : 'The authority that recognises your courses, such as Directorate General of Shipping'
          }
          defaultValue={brand.recognition}
        />
        <CheckboxField
          label="We have no recognition to state"
          name="noRecognition"
          value="true"
          defaultChecked={brand.noRecognition}
          className="sm:col-span-2"
        />
        <TextField
          label="Facebook"
          name="facebook"
          type="url"
          hint="Leave blank if none"
          defaultValue={brand.facebook}
        />
        <TextField
          label="Instagram"
          name="instagram"
          type="url"
          hint="Leave blank if none"
          defaultValue={brand.instagram}
        />
        <TextField
          label="LinkedIn"
          name="linkedin"
          type="url"
          hint="Leave blank if none"
          defaultValue={brand.linkedin}
        />
      </div>
      <FileField
        label="Logo"
        name="logo"
        accept="image/*"
        hint="Square, with a transparent background. The header is dark blue."
        existing={brand.logo}
      />
      {brand.logo && <CheckboxField label="Remove the logo" name="removeLogo" value="true" />}
      <SubmitButton className="self-start">Save brand</SubmitButton>
    </Form>
  );
}
