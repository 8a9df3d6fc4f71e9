import { type ComponentProps, useState } from 'react';
import { dayOf } from '../../lib/format/dates.ts';
import { useBrand } from '../../lib/site.tsx';
import { DateField } from '../../ui/forms/text-fields.tsx';
import { WarningIcon } from '../../ui/icons.tsx';
import { expiryWarning } from './expiry.ts';

type ExpiryFieldProps = Omit<ComponentProps<typeof DateField>, 'hint' | 'onInput' | 'defaultValue'> & {
  defaultValue: string | undefined;
};

/** A field for the expiry date of a document; it warns while it is typed, and does not block the form. */
export function ExpiryField({ defaultValue, ...field }: ExpiryFieldProps) {
  const { timeZone } = useBrand();
  const [today] = useState(() => dayOf(new Date(), timeZone));
  const [warning, setWarning] = useState(() => expiryWarning(defaultValue ?? '', today));
  return (
    <DateField
      {...field}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => setWarning(expiryWarning(currentTarget.value, today))}
      hint={
        <span aria-live="polite" className="flex items-start gap-1.5 font-semibold text-warn">
          {warning && <WarningIcon className="mt-0.5" />}
          {warning}
        </span>
      }
    />
  );
}
