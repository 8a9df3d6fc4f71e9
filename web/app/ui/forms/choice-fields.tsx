import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Choice } from './choice-label.tsx';
import { useFormState } from './form.tsx';

type Option = string | { value: string; label: ReactNode };
const both = (option: Option) => (typeof option === 'string' ? { value: option, label: option } : option);

/** How choices are arranged: in lines, or as cards beside each other, each with a picture above its words. */
const arranged = (asCards: boolean) =>
  asCards ? 'grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2 sm:gap-3' : 'flex flex-col gap-2';

type GroupProps = {
  legend: ReactNode;
  name: string;
  options: readonly Option[];
  /** Whether the choices are cards with pictures. */
  asCards?: boolean;
} & Omit<ComponentProps<'input'>, 'type' | 'name' | 'value' | 'id'>;

/** One choice of a few, all visible: the answers of a question. Each option is a click target of the full width. */
export const RadioGroup = ({
  initial,
  ...group
}: GroupProps & { /** The initial value. */ initial?: string | undefined }) => (
  <ChoiceGroup {...group} type="radio" isInitial={(value) => value === initial} />
);

type CheckboxGroupProps = Pick<GroupProps, 'legend' | 'name' | 'options' | 'asCards'> & {
  /** Stands under the legend. */
  hint?: ReactNode;
  /** The initial values. */
  initial: readonly string[];
};

/** Any number of choices of a few, all visible. Each option is a click target of the full width. */
export const CheckboxGroup = ({ initial, ...group }: CheckboxGroupProps) => (
  <ChoiceGroup {...group} type="checkbox" isInitial={(value) => initial.includes(value)} />
);

type ChoiceGroupProps = GroupProps & {
  type: 'radio' | 'checkbox';
  hint?: ReactNode;
  isInitial: (value: string) => boolean;
};

function ChoiceGroup({
  legend,
  name,
  hint,
  options,
  asCards = false,
  isInitial,
  className,
  ...input
}: ChoiceGroupProps) {
  const id = useId();
  const { errors } = useFormState();
  const sentence = errors[name];
  return (
    <fieldset className={className} aria-describedby={sentence ? `${id}-error` : undefined}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {hint}
      <div className={arranged(asCards)}>
        {options.map(both).map(({ value, label }) => (
          <Choice key={value} isCard={asCards}>
            <input
              {...input}
              name={name}
              value={value}
              defaultChecked={isInitial(value)}
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
