import { digits, TextField } from '../../ui/forms/text-fields.tsx';

const tenDigits = (typed: string) => digits(typed).slice(0, 10);

/** An Indian mobile number; accepts only its ten digits. */
export function MobileField({ label = 'Mobile', defaultValue }: { label?: string; defaultValue?: string }) {
  return (
    <TextField
      label={label}
      name="mobile"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      tidy={tenDigits}
      hint="Ten digits, without the country code"
      defaultValue={defaultValue}
      required
    />
  );
}
