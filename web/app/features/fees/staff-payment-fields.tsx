import { type PaymentMethod, paymentMethodNames, paymentMethods } from '@fairlead/contract/fees/fee-state';
import { rupeesPattern, toPaise, toRupees } from '@fairlead/contract/values/money';
import { useEffect, useRef, useState } from 'react';
import { useBrand } from '../../lib/brand.ts';
import { dayOf } from '../../lib/format/dates.ts';
import { newId } from '../../lib/new-id.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';
import { formatPaise } from './format-paise.ts';

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

/**
 * The text of a button that records an amount: it says the one that stands in the form, so that nobody sends another.
 */
export function RecordingText({ paise }: { paise: number }) {
  const [typed, setTyped] = useState(String(toRupees(paise)));
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = place.current?.closest('form');
    const read = () => form && setTyped(String(new FormData(form).get('amount')).trim());
    form?.addEventListener('input', read);
    return () => form?.removeEventListener('input', read);
  }, []);
  const amount = rupeesPattern.test(typed) ? toPaise(typed) : 0;
  return <span ref={place}>Record Payment{amount > 0 && ` of ${formatPaise(amount)}`}</span>;
}

const methods = paymentMethods.map((value) => ({ value, label: paymentMethodNames[value] }));

type Initial = { amountPaise: number; method?: PaymentMethod | null; reference?: string; on?: string };

/** Amount, method, reference and day of money that changed hands. Without a known method, it has to be chosen. */
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
