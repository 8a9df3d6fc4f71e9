import { asciiDigits } from '@fairlead/contract/values/plain-text';
import { type InputProps, TextField } from './text-fields.tsx';

/** Removes everything but the digits, and writes those of any script as 0 to 9. */
export const digits = (typed: string) => asciiDigits(typed).replace(/\D/g, '');

const sixDigits = (typed: string) => digits(typed).slice(0, 6);

/** A one-time code of six digits, in one field, which phones fill in from the email. */
export function CodeField(props: Omit<InputProps, 'type'>) {
  return <TextField inputMode="numeric" autoComplete="one-time-code" {...props} tidy={sixDigits} />;
}
