import { type ComponentProps, useState } from 'react';
import { DateField } from '../../ui/forms/date-field.tsx';
import { expiryOf } from './expiry.ts';
import { FieldWarning } from './marks.tsx';
import { useToday } from './use-today.ts';

type ExpiryFieldProps = Omit<ComponentProps<typeof DateField>, 'hint' | 'onInput' | 'defaultValue'> & {
  defaultValue: string | undefined;
};

const warnings = {
  expired: 'This date is in the past. Please check it, or renew the document.',
  soon: 'This document expires within six months. Please renew it soon.',
};

/** A field for the expiry date of a document; it warns while it is typed, and does not block the form. */
export function ExpiryField({ defaultValue, ...field }: ExpiryFieldProps) {
  const today = useToday();
  const [day, setDay] = useState(defaultValue ?? '');
  const expiry = expiryOf(day, today);
  return (
    <DateField
      {...field}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => setDay(currentTarget.value)}
      hint={<FieldWarning>{expiry && !field.disabled && warnings[expiry]}</FieldWarning>}
    />
  );
}
