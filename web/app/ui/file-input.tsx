import type { ComponentProps } from 'react';

/** The bare control that takes a file; `FileField` shows what was chosen besides, and makes pictures smaller. */
export function FileInput(input: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...input}
      type="file"
      className="control py-1.5 pl-1.5 text-sm file:mr-4 file:min-h-8 file:cursor-pointer file:rounded-sm file:border-0 file:bg-sunken file:px-4 file:py-1.5 file:font-semibold file:text-ink"
    />
  );
}
