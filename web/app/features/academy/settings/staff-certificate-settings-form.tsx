import { CertificateSettingsInput, type Settings } from '@fairlead/contract/academy/settings';
import { fieldErrors } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { saveCertificates } from './staff-settings-api.ts';

/** The form for the details printed on certificates from now on. */
export function CertificateSettingsForm({ certificates }: { certificates: Settings['certificates'] }) {
  const { certificatePrefix, signatoryName, signatoryTitle, signature } = certificates;
  return (
    <Form
      key={signature?.filename}
      onSubmit={async (form) => toast(await saveCertificates(form))}
      check={(form) => fieldErrors(CertificateSettingsInput, Object.fromEntries(form))}
      failure="Failed to save the certificate settings."
    >
      <TextField
        label="Prefix"
        name="certificatePrefix"
        hint="2 to 8 letters, before the year in every new certificate number"
        defaultValue={certificatePrefix}
        tidy={(typed) => typed.toUpperCase()}
        maxLength={8}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Signatory" name="signatoryName" defaultValue={signatoryName} required />
        <TextField
          label="Title of the signatory"
          name="signatoryTitle"
          hint="Printed below the name, such as Principal"
          defaultValue={signatoryTitle}
          required
        />
      </div>
      <FileField
        label="Signature"
        name="signature"
        accept="image/*"
        hint="In dark ink on white paper. It is printed in dark blue."
        existing={signature}
      />
      {signature && <CheckboxField label="Remove the signature" name="removeSignature" value="true" />}
      <SubmitButton className="self-start">Save certificate settings</SubmitButton>
    </Form>
  );
}
