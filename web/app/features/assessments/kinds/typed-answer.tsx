import type { ComponentProps, ReactNode } from 'react';
import { TextField } from '../../../ui/forms/text-fields.tsx';

type TypedAnswerProps = { id: string; legend: ReactNode; hint?: string } & Pick<
  ComponentProps<'input'>,
  'inputMode' | 'maxLength'
> & { initial: string | undefined };

/** A question with one field for a typed answer. */
export function TypedAnswer({ id, legend, initial, ...field }: TypedAnswerProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <TextField
        label="Your answer"
        name={id}
        defaultValue={initial}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-sm"
        {...field}
      />
    </fieldset>
  );
}

/** The typed answer to a question in a form; undefined while it is blank. */
export const typedIn = (form: FormData, id: string): string | undefined => form.get(id)?.toString().trim() || undefined;
