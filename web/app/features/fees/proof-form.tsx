import { paymentMethodNames, remoteMethods } from '@fairlead/contract/fees/fee-state';
import { ownFees } from '@fairlead/contract/fees/own-fees';
import { toRupees } from '@fairlead/contract/values/money';
import { useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { type FieldErrors, fieldErrors } from '../../lib/calls/field-errors.ts';
import type { Progress } from '../../lib/calls/transport.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { formatSize } from '../../lib/format/file-size.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { FileField } from '../../ui/forms/file-field.tsx';
import { Form, SubmitButton, useFormState } from '../../ui/forms/form.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { sendProof } from './api.ts';
import type { OwnFee } from './wire.ts';

const methods = remoteMethods.map((value) => ({ value, label: paymentMethodNames[value] }));

function check(form: FormData): FieldErrors {
  const file = form.get('file');
  const { file: _, ...texts } = Object.fromEntries(form);
  return {
    ...fieldErrors(ownFees.sendProof.body, texts),
    ...(!(file instanceof File && file.size > 0) && { file: 'Choose a picture or a PDF' }),
  };
}

/** The form with which a learner shows that they have paid. */
export function ProofForm({ fee }: { fee: Pick<OwnFee, 'id' | 'balancePaise' | 'ways'> }) {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  const [progress, setProgress] = useState<Progress>();
  return (
    <Form
      onSubmit={async (form) => toast(await sendProof(fee.id, form, setProgress), { seconds: 6 })}
      check={check}
      failure="Failed to send the proof of payment."
    >
      <FileField
        label="Screenshot or PDF"
        name="file"
        accept=".pdf,.jpg,.jpeg,.png,image/*,application/pdf"
        hint="It shows the amount, the day and the transaction number."
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Paid by"
          name="method"
          options={methods}
          defaultValue={fee.ways?.upi || !fee.ways?.bank ? 'upi' : 'bank'}
          required
        />
        <TextField
          label="Amount in rupees"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={toRupees(fee.balancePaise)}
          required
        />
        <TextField
          label="Transaction number"
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="Also called UTR. Leave blank if there is none"
        />
        <DateField label="Day of the payment" name="on" max={today} defaultValue={today} required />
      </div>
      <Sending progress={progress} />
      <div>
        <SubmitButton className="max-sm:w-full">Send proof</SubmitButton>
      </div>
    </Form>
  );
}

/** The progress of the upload, while the form is being sent. */
function Sending({ progress }: { progress: Progress | undefined }) {
  const { busy } = useFormState();
  if (!busy || !progress) return null;
  const { sent, total } = progress;
  return <ProgressBar percent={(sent * 100) / total} label={`Sending ${formatSize(sent)} of ${formatSize(total)}`} />;
}
