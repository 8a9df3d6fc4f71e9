import { type ComponentProps, type InputEvent, useState } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type InputProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'id'>;

/** A one-line text field. `tidy` rewrites the text while it is typed: digits only, lower case. */
export function TextField({
  label,
  name,
  hint,
  error,
  className,
  tidy,
  ...input
}: InputProps & { tidy?: (typed: string) => string }) {
  return (
    <Field label={label} name={name} hint={hint} error={error} className={className}>
      {(control) => <input type="text" {...input} {...control} {...tidied(tidy)} className="control" />}
    </Field>
  );
}

/** A password field, whose text can be shown. */
export function PasswordField({ label, name, hint, error, className, ...input }: InputProps) {
  const [shown, show] = useState(false);
  return (
    <Field label={label} name={name} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className="control pr-20" />
          {/* its name must not contain the field's name, or a query by that name would find both */}
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            onClick={() => show(!shown)}
            className="absolute inset-y-0 right-0 rounded-md px-4 text-sm font-semibold text-link"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}

/** A text field of several lines. */
export function TextArea({
  label,
  name,
  hint,
  error,
  className,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps | 'id'>) {
  return (
    <Field label={label} name={name} hint={hint} error={error} className={className}>
      {(control) => <textarea rows={5} {...area} {...control} className="control" />}
    </Field>
  );
}

function tidied(tidy?: (typed: string) => string) {
  if (!tidy) return {};
  return {
    onInput: ({ currentTarget: input }: InputEvent<HTMLInputElement>) => {
      const tidyValue = tidy(input.value);
      if (tidyValue !== input.value) input.value = tidyValue;
    },
  };
}
