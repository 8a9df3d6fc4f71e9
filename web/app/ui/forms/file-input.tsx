import type { ComponentProps } from 'react';

/** The file input alone; `FileField` also shows what was chosen, and scales pictures down. */
export function FileInput(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...input}
      type="file"
      className="control py-1.5 pl-1.5 text-sm file:mr-4 file:min-h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:font-semibold file:text-ink"
    />
  );
}
