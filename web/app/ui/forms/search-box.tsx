import { type ReactNode, useId } from 'react';
import { SearchIcon } from '../icons.tsx';

type SearchBoxProps = {
  label: string;
  /** Shows the label inside the empty box and not above it. */
  labelInside?: boolean;
  name?: string;
  hint?: ReactNode;
  defaultValue?: string | undefined;
  value?: string;
  onChange?: (text: string) => void;
};

/** A search input. */
export function SearchBox({ label, labelInside, name = 'q', hint, onChange, ...input }: SearchBoxProps) {
  const id = useId();
  return (
    <div className="w-full max-w-md">
      <label htmlFor={id} className={labelInside ? 'sr-only' : 'mb-1.5 block font-semibold'}>
        {label}
      </label>
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-soft" />
        <input
          {...input}
          id={id}
          name={name}
          type="search"
          {...(labelInside && { placeholder: label, title: label })}
          autoComplete="off"
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          className="control pl-10"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
