import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Choice } from './choice-label.tsx';
import { useFormState } from './form.tsx';

type Option = string | { value: string; label: ReactNode };
const both = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option);

/** How choices are arranged: in lines, or as cards beside each other, each with a picture above its words. */
const arranged = (asCards: boolean) =>
  asCards ? 'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2 sm:gap-3' : 'flex flex-col gap-2';

type RadioGroupProps = {
  legend: ReactNode;
  name: string;
  options: readonly Option[];
  /** Whether the choices are cards with pictures. */
  asCards?: boolean;
  /** The initial value. */
  initial?: string | undefined;
  className?: string;
} & Omit<ComponentProps<'input'>, 'type' | 'name' | 'value' | 'id'>;

/** One choice of a few, all visible: the answers of a question. Each option is a click target of the full width. */
export function RadioGroup({ legend, name, options, asCards = false, initial, className, ...input }: RadioGroupProps) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = errors[name];
  return (
    <fieldset className={className} aria-describedby={sentence ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className={arranged(asCards)}>
        {options.map((option) => {
          const { value, label } = both(option);
          return (
            <Choice key={value} isCard={asCards}>
              <input
                {...input}
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === initial}
                aria-invalid={sentence ? true : undefined}
                className="mt-1 size-5 shrink-0"
              />
              <span className={cx('min-w-0', asCards && 'w-full grow')}>{label}</span>
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
  options: readonly Option[];
  asCards?: boolean;
  /** The initial values. */
  initial: readonly string[];
};

/** Any number of choices of a few, all visible. Each option is a click target of the full width. */
export function CheckboxGroup({ legend, name, hint, options, asCards = false, initial }: CheckboxGroupProps) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = errors[name];
  return (
    <fieldset aria-describedby={sentence ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {hint}
      <div className={arranged(asCards)}>
        {options.map(both).map(({ value, label }) => (
          <Choice key={value} isCard={asCards}>
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={initial.includes(value)}
              aria-invalid={sentence ? true : undefined}
              className="mt-1 size-5 shrink-0"
            />
            <span className={cx('min-w-0', asCards && 'w-full grow')}>{label}</span>
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
