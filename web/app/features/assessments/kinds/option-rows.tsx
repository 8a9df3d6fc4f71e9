import { mostOptions } from '@fairlead/contract/question-kinds';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { PlusIcon, TrashIcon } from '../../../ui/more-icons.tsx';

type OptionRowsProps = {
  name: string;
  /** 'radio' marks one option, 'checkbox' any number. */
  mark: 'radio' | 'checkbox';
  hint: string;
  options: readonly string[];
  right: readonly string[];
  /** Beneath the rows. */
  children?: ReactNode;
};

type Row = { key: number; text: string; isRight: boolean };

/** Two to ten options, each with its mark; their number is in the field 'count'. */
export function OptionRows({ name, mark, hint, options, right, children }: OptionRowsProps) {
  const id = useId();
  const { errors, forgetBelow } = useFormState();
  const [rows, setRows] = useState<Row[]>(() =>
    [...options, '', '', ''].slice(0, Math.max(options.length, 3)).map((text, key) => ({
      key,
      text,
      isRight: text !== '' && right.includes(text),
    })),
  );
  const nextKey = useRef(rows.length);
  const wrong = errors[`${name}.correctAnswer`] ?? errors[`${name}.correctAnswers`] ?? errors[`${name}.options`];

  const markRow = (key: number, isRight: boolean) =>
    setRows((known) =>
      known.map((row) =>
        row.key === key ? { ...row, isRight } : mark === 'radio' && isRight ? { ...row, isRight: false } : row,
      ),
    );

  function remove(key: number) {
    setRows((known) => known.filter((row) => row.key !== key));
    forgetBelow(`${name}.options`);
  }

  return (
    <fieldset aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}>
      <legend className="font-semibold">Options</legend>
      <p id={`${id}-hint`} className="mb-3 text-sm text-soft">
        {hint}
      </p>
      <input type="hidden" name={`${name}.count`} value={rows.length} />
      <div className="flex flex-col gap-3">
        {rows.map(({ key, text, isRight }, i) => (
          <div key={key} className="flex items-start gap-3">
            <input
              type={mark}
              name={mark === 'radio' ? `${name}.right` : `${name}.right.${i}`}
              value={mark === 'radio' ? i : 'on'}
              checked={isRight}
              onChange={({ currentTarget }) => markRow(key, currentTarget.checked)}
              aria-label={`Option ${i + 1} is correct`}
              aria-invalid={wrong ? true : undefined}
              className="mt-10 size-5 shrink-0 accent-good"
            />
            <TextField
              label={`Option ${i + 1}`}
              name={`${name}.options.${i}`}
              defaultValue={text}
              maxLength={500}
              autoComplete="off"
              required
              className="min-w-0 flex-1"
            />
            {rows.length > 2 && (
              <IconButton label={`Remove option ${i + 1}`} className="mt-7" onClick={() => remove(key)}>
                <TrashIcon />
              </IconButton>
            )}
          </div>
        ))}
      </div>
      {wrong && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-bad">
          {wrong}
        </p>
      )}
      {rows.length < mostOptions && (
        <Button
          tone="plain"
          size="small"
          className="mt-3"
          onClick={() => setRows([...rows, { key: nextKey.current++, text: '', isRight: false }])}
        >
          <PlusIcon /> Add option
        </Button>
      )}
      {children}
    </fieldset>
  );
}

/** The options in such fields. */
export const optionsIn = (field: (name: string) => string): string[] =>
  Array.from({ length: Math.min(mostOptions, Number(field('count')) || 0) }, (_, i) => field(`options.${i}`));
