import type { ComponentProps } from 'react';
import { digits } from '../../ui/forms/code-field.tsx';
import { TextField } from '../../ui/forms/text-fields.tsx';

/** A field for a PIN, which takes digits only. */
export const PinField = (props: Pick<ComponentProps<typeof TextField>, 'label' | 'name' | 'hint' | 'error'>) => (
  <TextField {...props} type="password" inputMode="numeric" autoComplete="off" maxLength={12} required tidy={digits} />
);
