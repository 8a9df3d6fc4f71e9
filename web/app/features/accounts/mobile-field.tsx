import { mobileWhileTyped } from '@fairlead/contract/values/phone-numbers';
import { TextField } from '../../ui/forms/text-fields.tsx';

/** A mobile number. Browsers fill it in with its country code, and what is pasted is converted at once. */
export function MobileField({ label = 'Mobile', defaultValue }: { label?: string; defaultValue?: string }) {
  return (
    <TextField
      label={label}
      name="mobile"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      tidy={mobileWhileTyped}
      hint="Ten digits. Outside India: + and the country code first"
      defaultValue={defaultValue}
      required
    />
  );
}
