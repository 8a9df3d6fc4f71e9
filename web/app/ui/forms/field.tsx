import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { CloseIcon } from '../icons.tsx';
import { useFormState } from './form.tsx';
import { unreadableIn } from './unreadable.ts';

/**
 * The props of every field. `label` is its only name, `hint` explains it, and an `error` given here overrides the
 * form's.
 */
export type FieldProps = {
  label: string;
  name: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
};

/** The attributes that link the control of a field with its label, hint and error. */
export type ControlProps = {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

/**
 * Label, control, hint and error of one field, linked for assistive technology. A text that the browser cannot read,
 * such as half a date, is an error when the field is left or the form is sent, and no longer when it was corrected.
 */
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
  const [unreadable, setUnreadable] = useState<string>();
  const sentence = unreadable ?? error ?? errors[name];
  const described = cx(hint != null && `${id}-hint`, sentence && `${id}-error`) || undefined;
  const look = ({ target }: SyntheticEvent) => setUnreadable(unreadableIn(target as Element));
  const lookAgain = unreadable ? look : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are of its control
    <div
      className={cx('flex flex-col gap-1.5', className)}
      onBlur={look}
      onInvalidCapture={look}
      onInput={lookAgain}
      onKeyUp={lookAgain}
    >
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
