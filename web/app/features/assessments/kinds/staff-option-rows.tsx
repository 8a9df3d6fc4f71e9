import { isShownAlone, mostOptions, speaksOfOthers } from '@fairlead/contract/assessments/question-kinds';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { useFormState } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { PlusIcon, TrashIcon } from '../../../ui/more-icons.tsx';
import { QuestionPicture } from '../authoring/staff-question-picture.tsx';
import type { Picture } from '../pictures.ts';
import { type Field, type Pictured, pictureIn } from './staff-question-view.ts';

type OptionRowsProps = {
  name: string;
  /** 'radio' marks one option, 'checkbox' any number. */
  mark: 'radio' | 'checkbox';
  hint: string;
  start: Pictured | undefined;
  right: readonly string[];
  /** How many options there are, where their number is fixed. */
  count?: number | undefined;
  /** Called when a picture was changed or removed. */
  onPicture: () => void;
  /** Beneath the rows. */
  children?: ReactNode;
};

type Row = {
  key: number;
  text: string;
  isRight: boolean;
  initial?: Picture | undefined;
  isPictured: boolean;
  /** Whether it keeps its place; undefined while nobody has decided, so that its text proposes it. */
  isFixed?: boolean | undefined;
};

/** The rows of options; one that is its picture alone has no text. */
function rowsOf({ options, optionPictures, fixedOptions }: Pictured, right: readonly string[], count: number): Row[] {
  return Array.from({ length: count }, (_, key) => {
    const [text = '', initial] = [options[key], optionPictures?.[key] ?? undefined];
    const isRight = text !== '' && right.includes(text);
    const shown = isShownAlone(text, initial) ? '' : text;
    const isFixed = text === '' ? undefined : fixedOptions?.[key];
    return { key, text: shown, isRight, initial, isPictured: Boolean(initial?.id), isFixed };
  });
}

/** Options, each with its mark and perhaps a picture; their number, two to ten, is in the field 'count'. */
export function OptionRows({ name, mark, hint, start, right, count, onPicture, children }: OptionRowsProps) {
  const id = useId();
  const { errors, forgetBelow } = useFormState();
  const [rows, setRows] = useState<Row[]>(() =>
    rowsOf(start ?? { options: [] }, right, count ?? Math.max(start?.options.length ?? 0, 3)),
  );
  const nextKey = useRef(rows.length);
  const wrong = errors[`${name}.correctAnswer`] ?? errors[`${name}.correctAnswers`] ?? errors[`${name}.options`];

  const change = (key: number, part: Partial<Row>) =>
    setRows((known) => known.map((row) => (row.key === key ? { ...row, ...part } : row)));

  function markRow(key: number, isRight: boolean) {
    if (mark === 'radio') setRows((known) => known.map((row) => ({ ...row, isRight: false })));
    change(key, { isRight });
  }

  function notePicture(key: number, isPictured: boolean) {
    change(key, { isPictured });
    onPicture();
  }

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
      <div className={count ? 'grid gap-x-8 gap-y-5 sm:grid-cols-2' : 'flex flex-col gap-3'}>
        {rows.map((row, i) => (
          <OptionRow
            key={row.key}
            row={row}
            place={i}
            name={name}
            mark={mark}
            isWrong={wrong !== undefined}
            onMark={(isRight) => markRow(row.key, isRight)}
            onFix={(isFixed) => change(row.key, { isFixed })}
            onPicture={(isPictured) => notePicture(row.key, isPictured)}
            onRemove={!count && rows.length > 2 ? () => remove(row.key) : undefined}
          />
        ))}
      </div>
      {wrong && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-bad">
          {wrong}
        </p>
      )}
      {!count && rows.length < mostOptions && (
        <Button
          tone="plain"
          size="small"
          className="mt-3"
          onClick={() => setRows([...rows, { key: nextKey.current++, text: '', isRight: false, isPictured: false }])}
        >
          <PlusIcon /> Add option
        </Button>
      )}
      {children}
    </fieldset>
  );
}

type OptionRowProps = Pick<OptionRowsProps, 'name' | 'mark'> & {
  row: Row;
  /** Its place among the options, from 0. */
  place: number;
  isWrong: boolean;
  onMark: (isRight: boolean) => void;
  onFix: (isFixed: boolean) => void;
  onPicture: (isPictured: boolean) => void;
  /** Undefined for an option that cannot be removed. */
  onRemove: (() => void) | undefined;
};

function OptionRow({ row, place, name, mark, isWrong, onMark, onFix, onPicture, onRemove }: OptionRowProps) {
  const number = place + 1;
  const [isProposed, setProposed] = useState(() => speaksOfOthers(row.text));
  return (
    <div className="flex items-start gap-3">
      <input
        type={mark}
        name={mark === 'radio' ? `${name}.right` : `${name}.right.${place}`}
        value={mark === 'radio' ? place : 'on'}
        checked={row.isRight}
        onChange={({ currentTarget }) => onMark(currentTarget.checked)}
        aria-label={`Option ${number} is correct`}
        aria-invalid={isWrong ? true : undefined}
        className="mt-10 size-5 shrink-0 accent-good"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <TextField
          label={`Option ${number}`}
          name={`${name}.options.${place}`}
          defaultValue={row.text}
          onChange={({ currentTarget }) => setProposed(speaksOfOthers(currentTarget.value))}
          hint={row.isPictured ? 'Blank: the picture is shown alone' : undefined}
          maxLength={500}
          autoComplete="off"
          required={!row.isPictured}
        />
        <CheckboxField
          name={`${name}.fixed.${place}`}
          label={
            <>
              Option {number} keeps its place
              {isProposed && (
                <span className="block text-sm text-soft">
                  Proposed: it speaks of the other options. Options are shuffled around it.
                </span>
              )}
            </>
          }
          checked={row.isFixed ?? isProposed}
          onChange={({ currentTarget }) => onFix(currentTarget.checked)}
        />
        <QuestionPicture
          name={`${name}.optionPictures.${place}`}
          option={number}
          initial={row.initial}
          onChange={(picture) => onPicture(picture !== undefined)}
        />
      </div>
      {onRemove && (
        <IconButton label={`Remove option ${number}`} className="mt-7" onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      )}
    </div>
  );
}

/** The options in such fields with their pictures. One without a text has that of its picture. */
export function optionsIn(field: Field, count = Math.min(mostOptions, Number(field('count')) || 0)) {
  const rows = Array.from({ length: count }, (_, i) => {
    const picture = pictureIn((name) => field(`optionPictures.${i}.${name}`)) ?? null;
    const text = field(`options.${i}`);
    return { text: text.trim() ? text : (picture?.text ?? text), picture, isFixed: field(`fixed.${i}`) !== '' };
  });
  return {
    options: rows.map(({ text }) => text),
    // also a decision against a proposal
    ...(rows.some(({ isFixed, text }) => isFixed || speaksOfOthers(text)) && {
      fixedOptions: rows.map(({ isFixed }) => isFixed),
    }),
    ...(rows.some(({ picture }) => picture) && { optionPictures: rows.map(({ picture }) => picture) }),
  };
}
