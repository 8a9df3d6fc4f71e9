import { Retention, type RetentionKind, retentionKinds } from '@fairlead/contract/academy/settings';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { saveRetention } from './staff-settings-api.ts';

/** Label and hint of each kind of record, with the date from which its months count. */
const words: Record<RetentionKind, { label: string; hint: string }> = {
  unverifiedRegistrations: {
    label: 'Registrations never verified',
    hint: 'After the registration',
  },
  refusedRegistrations: { label: 'Registrations rejected', hint: 'After the rejection' },
  identityDocuments: {
    label: 'Identity documents',
    hint: 'After the last certificate expired. The profile is deleted too',
  },
  dormantAccounts: {
    label: 'Unused accounts',
    hint: 'After the last use, for people without a certificate. They get emails 30 and 7 days before',
  },
  contactMessages: { label: 'Contact messages', hint: 'After the last answer, or after they were closed' },
  networkAddresses: {
    label: 'IP addresses',
    hint: 'In the audit log, and of people who opened a shared certificate. The entry itself is kept',
  },
};

const retentionOf = (form: FormData) =>
  Object.fromEntries(
    retentionKinds.map((kind) => {
      const typed = textOf(form, kind).trim();
      return [kind, typed === '' ? null : Number(typed)];
    }),
  ) as Retention;

/** The form for the number of months for which records with limited retention are kept. */
export function RetentionForm({ retention }: { retention: Retention }) {
  return (
    <Form
      onSubmit={async (form) => toast(await saveRetention(retentionOf(form)))}
      check={(form) => fieldErrors(Retention, retentionOf(form))}
      failure="Failed to save the retention periods."
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {retentionKinds.map((kind) => (
          <TextField
            key={kind}
            {...words[kind]}
            name={kind}
            inputMode="numeric"
            defaultValue={retention[kind] ?? ''}
            placeholder="Kept forever"
          />
        ))}
      </div>
      <SubmitButton className="self-start">Save retention periods</SubmitButton>
    </Form>
  );
}
