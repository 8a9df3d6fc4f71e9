import { type PaymentMethod, paymentMethodNames, paymentMethods } from '@fairlead/contract/fees/fee-state';
import { toRupees } from '@fairlead/contract/values/money';
import { useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { newId } from '../../lib/new-id.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';

/**
 * The id of what a dialog records: a new one each time the dialog opens, and the same when it is sent again after a
 * dead link, so that nothing is recorded twice.
 */
export function RequestId() {
  const [id] = useState(newId);
  return <input type="hidden" name="requestId" value={id} />;
}

/** An amount in rupees; `paise` is what it begins with. */
export const AmountField = ({ label = 'Amount in rupees', paise }: { label?: string; paise: number }) => (
  <TextField
    label={label}
    name="amount"
    inputMode="decimal"
    autoComplete="off"
    defaultValue={toRupees(paise)}
    required
  />
);

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodNames[value] }));

type Initial = { amountPaise: number; method?: PaymentMethod | null; reference?: string; on?: string };

/** Amount, method, reference and day of money that changed hands. */
export function PaymentFields({ initial: { amountPaise, method, reference, on } }: { initial: Initial }) {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  return (
    <>
      <AmountField paise={amountPaise} />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Method" name="method" options={methods} defaultValue={method ?? ''} required />
        <DateField label="Day" name="on" max={today} defaultValue={on ?? today} required />
      </div>
      <TextField
        label="Reference"
        name="reference"
        autoComplete="off"
        spellCheck={false}
        defaultValue={reference}
        hint="Of the transfer, or the number of the cheque"
      />
    </>
  );
}
