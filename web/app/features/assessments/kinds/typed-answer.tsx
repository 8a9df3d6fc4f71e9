import { type ComponentProps, type ReactNode, useState } from 'react';
import { TextField } from '../../../ui/forms/text-fields.tsx';

type TypedAnswerProps = {
  id: string;
  legend: ReactNode;
  hint?: string;
  /** What is wrong with a text that was typed; undefined if nothing is. */
  problemOf?: (typed: string) => string | undefined;
} & Pick<ComponentProps<'input'>, 'inputMode' | 'maxLength'> & { initial: string | undefined };

/** A question with one field for a typed answer. What is wrong with it is shown when the learner leaves the field. */
export function TypedAnswer({ id, legend, initial, problemOf, ...field }: TypedAnswerProps) {
  const [problem, setProblem] = useState<string>();
  const check = (typed: string) => setProblem(typed.trim() === '' ? undefined : problemOf?.(typed.trim()));
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <TextField
        label="Your answer"
        name={id}
        defaultValue={initial}
        error={problem}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-w-sm"
        onBlur={({ target }) => check(target.value)}
        onInput={({ currentTarget }) => problem && check(currentTarget.value)}
        {...field}
      />
    </fieldset>
  );
}

/** The typed answer to a question in a form; undefined while it is blank. */
export const typedIn = (form: FormData, id: string): string | undefined => form.get(id)?.toString().trim() || undefined;
