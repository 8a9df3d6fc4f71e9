import { mostOptions, neutralOrder } from '@fairlead/contract/assessments/question-kinds';
import { useId, useRef, useState } from 'react';
import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useFormState } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { PlusIcon, TrashIcon } from '../../../ui/more-icons.tsx';
import { MarkedOptions } from './marked-options.tsx';
import { PartMarksField } from './part-marks-field.tsx';
import { distinct, linesOf, type StaffQuestionView, type Start } from './staff-question-view.ts';

const pairsOf = (prompts: readonly string[], matches: readonly string[]) =>
  prompts.map((prompt, i) => `${prompt} → ${matches[i] ?? ''}`);

/** Pairs of an item and its match, and matches that belong to none. */
export const staffMatching: StaffQuestionView<'matching'> = {
  Fields: ({ name, initial, children }) => (
    <>
      <Pairs name={name} initial={initial} />
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </>
  ),
  questionIn(field) {
    const places = Array.from({ length: Math.min(mostOptions, Number(field('count')) || 0) }, (_, i) => i);
    const correctAnswers = places.map((i) => field(`correctAnswers.${i}`).trim());
    return {
      kind: 'matching',
      prompts: places.map((i) => field(`prompts.${i}`)),
      correctAnswers,
      options: [...new Set([...correctAnswers, ...linesOf(field('others'))])],
      partMarks: field('partMarks') !== '',
    };
  },
  toAsked: ({ options, prompts, partMarks }) => ({
    kind: 'matching',
    prompts: distinct(prompts),
    options: neutralOrder(distinct(options)),
    partMarks,
  }),
  Key({ question: { options, prompts, correctAnswers } }) {
    const pairs = pairsOf(prompts, correctAnswers);
    return <MarkedOptions options={[...pairs, ...othersOf(options, correctAnswers)]} right={pairs} />;
  },
  inWords: ({ prompts, correctAnswers }) => pairsOf(prompts, correctAnswers).join('; '),
  CorrectionField: ({ question: { options, prompts, correctAnswers } }) => (
    <>
      {prompts.map((prompt, i) => (
        <SelectField
          key={prompt}
          label={prompt}
          name={`correctAnswers.${i}`}
          options={options}
          defaultValue={correctAnswers[i]}
          required
        />
      ))}
    </>
  ),
  correctionErrors: (): FieldErrors => ({}),
  correctionIn: (form) => ({
    kind: 'matching',
    correctAnswers: [...form].flatMap(([name, value]) => (name.startsWith('correctAnswers.') ? [String(value)] : [])),
  }),
};

const othersOf = (options: readonly string[], matches: readonly string[]) =>
  options.filter((option) => !matches.includes(option));

type Pair = { key: number; prompt: string; match: string };

function Pairs({ name, initial }: { name: string; initial: Start<'matching'> | undefined }) {
  const id = useId();
  const { errors, forgetBelow } = useFormState();
  const { options = [], prompts = [], correctAnswers = [] } = initial ?? {};
  const [pairs, setPairs] = useState<Pair[]>(() => {
    const known = prompts.map((prompt, key) => ({ key, prompt, match: correctAnswers[key] ?? '' }));
    return known.length > 0 ? known : [0, 1, 2].map((key) => ({ key, prompt: '', match: '' }));
  });
  const nextKey = useRef(pairs.length);
  const wrong = errors[`${name}.prompts`] ?? errors[`${name}.correctAnswers`] ?? errors[`${name}.options`];

  function remove(key: number) {
    setPairs((known) => known.filter((pair) => pair.key !== key));
    forgetBelow(name);
  }

  return (
    <fieldset aria-describedby={`${id}-hint${wrong ? ` ${id}-error` : ''}`}>
      <legend className="font-semibold">Pairs</legend>
      <p id={`${id}-hint`} className="mb-3 text-sm text-soft">
        Learners choose the match of each item from a list. Two items may have the same match.
      </p>
      <input type="hidden" name={`${name}.count`} value={pairs.length} />
      <div className="flex flex-col gap-4">
        {pairs.map(({ key, prompt, match }, i) => (
          <div key={key} className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
              <TextField
                label={`Item ${i + 1}`}
                name={`${name}.prompts.${i}`}
                defaultValue={prompt}
                maxLength={500}
                autoComplete="off"
                required
              />
              <TextField
                label={`Match of item ${i + 1}`}
                name={`${name}.correctAnswers.${i}`}
                defaultValue={match}
                maxLength={500}
                autoComplete="off"
                required
              />
            </div>
            {pairs.length > 2 && (
              <IconButton label={`Remove pair ${i + 1}`} className="mt-7" onClick={() => remove(key)}>
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
      {pairs.length < mostOptions && (
        <Button
          tone="plain"
          size="small"
          className="mt-3"
          onClick={() => setPairs([...pairs, { key: nextKey.current++, prompt: '', match: '' }])}
        >
          <PlusIcon /> Add pair
        </Button>
      )}
      <TextArea
        label="Other matches"
        name={`${name}.others`}
        hint="Optional. One on each line, for no item"
        rows={2}
        defaultValue={initial?.correctAnswers ? othersOf(options, correctAnswers).join('\n') : ''}
        className="mt-5"
      />
      <PartMarksField name={name} initial={initial?.partMarks}>
        Each right match earns its share of the mark.
      </PartMarksField>
    </fieldset>
  );
}
