import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Choice } from './choice-label.tsx';
import { useFormState } from './form.tsx';

type RadioGroupProps = {
  legend: ReactNode;
  name: string;
  options: readonly (string | { value: string; label: ReactNode })[];
  /** The initial value. */
  initial?: string | undefined;
  className?: string;
} & Omit<ComponentProps<'input'>, 'type' | 'name' | 'value' | 'id'>;

/** One choice of a few, all visible: the answers of a question. Each option is a click target of the full width. */
export function RadioGroup({ legend, name, options, initial, className, ...input }: RadioGroupProps) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = errors[name];
  return (
    <fieldset className={className} aria-describedby={sentence ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-col gap-2">
        {options.map((option) => {
          const { value, label } = typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <Choice key={value}>
              <input
                {...input}
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === initial}
                aria-invalid={sentence ? true : undefined}
                className="mt-1 size-5 shrink-0"
              />
              <span className="min-w-0">{label}</span>
            </Choice>
          );
        })}
      </div>
      {sentence && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-bad">
          {sentence}
        </p>
      )}
    </fieldset>
  );
}

type CheckboxGroupProps = {
  legend: ReactNode;
  name: string;
  /** Stands under the legend. */
  hint?: ReactNode;
  options: readonly string[];
  /** The initial values. */
  initial: readonly string[];
};

/** Any number of choices of a few, all visible. Each option is a click target of the full width. */
export function CheckboxGroup({ legend, name, hint, options, initial }: CheckboxGroupProps) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = errors[name];
  return (
    <fieldset aria-describedby={sentence ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {hint}
      <div className="flex flex-col gap-2">
        {options.map((option) => (
          <Choice key={option}>
            <input
              type="checkbox"
              name={name}
              value={option}
              defaultChecked={initial.includes(option)}
              aria-invalid={sentence ? true : undefined}
              className="mt-1 size-5 shrink-0"
            />
            <span className="min-w-0">{option}</span>
          </Choice>
        ))}
      </div>
      {sentence && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-bad">
          {sentence}
        </p>
      )}
    </fieldset>
  );
}

/** A checkbox without a label of its own, for use where the label is elsewhere. */
export function Checkbox({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...input} type="checkbox" className={cx('size-5 shrink-0', className)} />;
}

/** A checkbox with its label. */
export function CheckboxField({ label, className, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <Choice className={className}>
      <Checkbox {...input} className="mt-1" />
      <span className="min-w-0">{label}</span>
    </Choice>
  );
}
