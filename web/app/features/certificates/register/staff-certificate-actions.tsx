import { certificateNames } from '@fairlead/contract/certificates/names';
import { Correction, Revocation } from '@fairlead/contract/certificates/register';
import { toWire } from '@fairlead/contract/platform/names';
import { fieldErrors, inFormNames } from '../../../lib/calls/field-errors.ts';
import { FormAction } from '../../../ui/dialogs/form-action.tsx';
import { ReasonAction } from '../../../ui/dialogs/reason-action.tsx';
import { DateField } from '../../../ui/forms/date-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { NumberField, NumberOrNotIssued } from '../../seafarers/number-fields.tsx';
import { correctCertificate, refetchRegister, revokeCertificate } from './staff-api.ts';
import type { CorrectionDraft, RegisteredCertificate } from './staff-wire.ts';

type ActionProps = { certificate: RegisteredCertificate };

/** Revokes a certificate for good. */
export function Revoke({ certificate: { id, number, name, courseTitle } }: ActionProps) {
  return (
    <ReasonAction
      label="Revoke"
      size="small"
      tone="danger"
      describedBy={`certificate-${id}`}
      title="Revoke Certificate"
      text={
        <>
          <p>
            <strong className="font-mono">{number}</strong>, {name}, {courseTitle}
          </p>
          <p>Anyone who checks it will see that it is not valid. This cannot be undone.</p>
        </>
      }
      body={Revocation}
      reason={{ hint: 'Sent to the holder by email in these words. Not shown to the public.' }}
      confirm="Yes, Revoke"
      act={(reason) => revokeCertificate(id, reason)}
      after={refetchRegister}
      failure="Failed to revoke the certificate."
    />
  );
}

/** Issues a certificate again with corrected data; the old one states that it was replaced. */
export function Correct({ certificate }: ActionProps) {
  /** Only what was changed is sent: numbers that were stored before today's checks stay as they are. */
  const draftOf = (form: FormData) =>
    Object.fromEntries(
      [...form].filter(([name, value]) => value !== certificate[name as keyof RegisteredCertificate]),
    ) as CorrectionDraft;
  return (
    <FormAction
      label="Correct"
      size="small"
      describedBy={`certificate-${certificate.id}`}
      title="Correct Certificate"
      text={
        <p>
          A new certificate with a new number replaces <strong className="font-mono">{certificate.number}</strong>. The
          old one is marked as replaced. The profile does not change.
        </p>
      }
      check={(form) => inFormNames(certificateNames, fieldErrors(Correction, toWire(certificateNames, draftOf(form))))}
      confirm="Yes, Issue Again"
      act={(form) => correctCertificate(certificate.id, draftOf(form))}
      after={refetchRegister}
      failure="Failed to correct the certificate."
    >
      <TextField label="Name" name="name" defaultValue={certificate.name} autoComplete="off" required />
      <TextField
        label="Name in own script"
        name="ownScriptName"
        defaultValue={certificate.ownScriptName}
        autoComplete="off"
        dir="auto"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Date of birth" name="birthDate" defaultValue={certificate.birthDate} required />
        <NumberField
          label="Passport number"
          name="passportNumber"
          which="passportNumber"
          defaultValue={certificate.passportNumber}
          required
        />
        <NumberOrNotIssued
          label="CDC number"
          name="cdcNumber"
          which="CDCnumber"
          choice="CDC not issued"
          defaultValue={certificate.cdcNumber}
          required
        />
        <NumberOrNotIssued
          label="INDoS number"
          name="indosNumber"
          which="indosNo"
          choice="INDoS not issued"
          defaultValue={certificate.indosNumber}
          required
        />
        <NumberOrNotIssued
          label="Grade number"
          name="gradeNumber"
          which="gradenumber"
          choice="Grade not issued"
          defaultValue={certificate.gradeNumber}
          required
        />
      </div>
      <TextArea label="Reason" name="reason" rows={2} required hint="What was wrong. Sent to the holder by email." />
    </FormAction>
  );
}
