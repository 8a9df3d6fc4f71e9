import type { ComponentProps } from 'react';
import { ChevronDownIcon } from '../icons.tsx';
import { Field, type FieldProps } from './field.tsx';

type Option = string | { value: string; label: string };
type SelectProps = FieldProps & {
  options: readonly Option[];
  /** The text shown before anything is chosen; '' shows an empty option, so that nothing is preselected. */
  placeholder?: string;
} & Omit<ComponentProps<'select'>, keyof FieldProps | 'id' | 'children'>;

/** One value of a list, with the browser's own picker. */
export function SelectField({
  label,
  name,
  hint,
  error,
  className,
  options,
  placeholder = 'Choose…',
  ...select
}: SelectProps) {
  return (
    <Field label={label} name={name} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <select
            {...(select.value === undefined && { defaultValue: '' })}
            {...select}
            {...control}
            className="control appearance-none pr-10"
          >
            <option value="" disabled>
              {placeholder}
            </option>
            {options.map((option) => {
              const { value, label: text } = typeof option === 'string' ? { value: option, label: option } : option;
              return (
                <option key={value} value={value}>
                  {text}
                </option>
              );
            })}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft" />
        </div>
      )}
    </Field>
  );
}
