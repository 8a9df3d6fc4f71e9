import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { useFormState } from './form.tsx';
import { CloseIcon } from './icons.tsx';

/** What every field takes. `label` is its one name; a hint explains, and an error given here outweighs the form's. */
export type FieldProps = {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** What the control of a field has to carry, so that label, hint and error belong to it. */
export type ControlProps = {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/** Label, control, hint and error of one field, tied together. */
export function Field({
  label,
  name,
  hint,
  error,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = error ?? errors[name];
  const described = cx(hint != null && `${id}-hint`, sentence && `${id}-error`) || undefined;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {children({ id, name, 'aria-invalid': sentence ? true : undefined, 'aria-describedby': described })}
      {hint != null && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {sentence && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-semibold text-bad">
          <CloseIcon className="mt-0.5" />
          {sentence}
        </p>
      )}
    </div>
  );
}
