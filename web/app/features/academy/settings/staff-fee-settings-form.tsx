import { FeeSettings } from '@fairlead/contract/academy/fee-settings';
import { useState } from 'react';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { saveFees } from './staff-settings-api.ts';

const upperCase = (typed: string) => typed.toUpperCase();

function settingsIn(form: FormData): FeeSettings {
  const rate = textOf(form, 'gstRate').trim();
  return {
    isOn: form.has('isOn'),
    bank: {
      accountName: textOf(form, 'bank.accountName'),
      accountNumber: textOf(form, 'bank.accountNumber'),
      ifsc: textOf(form, 'bank.ifsc'),
      bankName: textOf(form, 'bank.bankName'),
    },
    upiId: textOf(form, 'upiId'),
    desk: textOf(form, 'desk'),
    legalName: textOf(form, 'legalName'),
    address: textOf(form, 'address'),
    gstin: textOf(form, 'gstin'),
    gstRate: rate === '' ? Number.NaN : Number(rate),
    pricesIncludeTax: form.has('pricesIncludeTax'),
    remindsOverdue: form.has('remindsOverdue'),
    sac: textOf(form, 'sac'),
  };
}

/** The form for whether fees are recorded, how learners pay, and what stands on invoices. */
export function FeeSettingsForm({ fees }: { fees: FeeSettings }) {
  const [isOn, turn] = useState(fees.isOn);
  const { bank } = fees;
  return (
    <Form
      onSubmit={async (form) => toast(await saveFees(settingsIn(form)))}
      check={(form) => fieldErrors(FeeSettings, settingsIn(form))}
      failure="Failed to save the fee settings."
    >
      <CheckboxField
        label="Record fees in Fairlead"
        name="isOn"
        defaultChecked={fees.isOn}
        onChange={({ currentTarget }) => turn(currentTarget.checked)}
      />
      {/* hidden and not left out, so that nothing is lost while fees are off */}
      <div hidden={!isOn} className="not-[[hidden]]:flex flex-col gap-8">
        <fieldset className="grid gap-5 sm:grid-cols-2">
          <legend className="mb-4 font-semibold">How learners pay</legend>
          <TextField
            label="UPI ID"
            name="upiId"
            defaultValue={fees.upiId}
            hint="Such as academy@bank. Learners get a QR code for it"
            autoComplete="off"
            spellCheck={false}
            className="sm:col-span-2"
          />
          <TextField label="Account name" name="bank.accountName" defaultValue={bank.accountName} autoComplete="off" />
          <TextField label="Bank" name="bank.bankName" defaultValue={bank.bankName} autoComplete="off" />
          <TextField
            label="Account number"
            name="bank.accountNumber"
            defaultValue={bank.accountNumber}
            autoComplete="off"
          />
          <TextField
            label="IFSC"
            name="bank.ifsc"
            defaultValue={bank.ifsc}
            tidy={upperCase}
            autoComplete="off"
            spellCheck={false}
          />
          <TextArea
            label="At the desk"
            name="desk"
            rows={2}
            defaultValue={fees.desk}
            hint="Where and when learners can pay at the academy. Leave blank if they cannot"
            className="sm:col-span-2"
          />
        </fieldset>
        <fieldset className="grid gap-5 sm:grid-cols-2">
          <legend className="mb-4 font-semibold">Invoices</legend>
          <TextField
            label="GSTIN"
            name="gstin"
            defaultValue={fees.gstin}
            hint="Leave blank if the academy is not registered for GST. It then issues receipts"
            tidy={upperCase}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField
            label="Legal name"
            name="legalName"
            defaultValue={fees.legalName}
            hint="Leave blank for the name of the academy"
            autoComplete="off"
          />
          <TextArea
            label="Address"
            name="address"
            rows={3}
            defaultValue={fees.address}
            hint="On invoices and receipts"
            className="sm:col-span-2"
          />
          <TextField
            label="GST rate in percent"
            name="gstRate"
            inputMode="decimal"
            defaultValue={fees.gstRate}
            hint="CGST and SGST together. 0 for exempt courses"
            required
          />
          <TextField
            label="SAC"
            name="sac"
            inputMode="numeric"
            defaultValue={fees.sac}
            hint="The code of the service. 9992 is education"
            required
          />
          <CheckboxField
            label="Prices of courses include GST"
            name="pricesIncludeTax"
            defaultChecked={fees.pricesIncludeTax}
            className="sm:col-span-2"
          />
          <CheckboxField
            label="Remind the payers of overdue invoices by email, once a week"
            name="remindsOverdue"
            defaultChecked={fees.remindsOverdue}
            className="sm:col-span-2"
          />
        </fieldset>
      </div>
      <SubmitButton className="self-start">Save fee settings</SubmitButton>
    </Form>
  );
}
