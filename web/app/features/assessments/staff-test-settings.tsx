import { CheckboxField } from '../../ui/choice-fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-fields.tsx';
import type { TestDraft } from './staff-wire.ts';

const reviews = [
  { value: 'score', label: 'The score alone' },
  { value: 'answers', label: 'Their own answers' },
  { value: 'correct', label: 'Their answers and the correct ones' },
];

/** How the test is sat. Nothing has to be set: it is then sat whole, without a clock, as often as one likes. */
export function TestSettings({ start }: { start: TestDraft['settings'] }) {
  return (
    <Card className="p-6">
      <details open={Object.values(start).some((value) => value !== '' && value !== 'score')}>
        <summary className="w-fit rounded-sm text-lg font-bold">How it is sat (optional)</summary>
        <div className="mt-5 grid gap-5 sm:grid-cols-3">
          <TextField
            label="Minutes allowed"
            name="settings.minutes"
            inputMode="numeric"
            hint="Blank for no limit"
            defaultValue={start.minutes}
          />
          <TextField
            label="Attempts allowed"
            name="settings.attemptsAllowed"
            inputMode="numeric"
            hint="Blank for no limit"
            defaultValue={start.attemptsAllowed}
          />
          <TextField
            label="Hours between attempts"
            name="settings.hoursBetween"
            inputMode="decimal"
            hint="Blank for none"
            defaultValue={start.hoursBetween}
          />
          <SelectField
            label="Learners see afterwards"
            name="settings.review"
            options={reviews}
            defaultValue={start.review || 'score'}
            className="sm:col-span-3"
          />
          <TextArea
            label="Drawn from topics"
            name="settings.draws"
            rows={3}
            hint="One topic a line with how many of its questions each attempt asks, as Fire: 5. Of other topics, all are asked."
            defaultValue={start.draws}
            className="sm:col-span-3"
          />
          <div className="flex flex-col gap-3 sm:col-span-3">
            <CheckboxField
              label="Shuffle the questions"
              name="settings.shuffleQuestions"
              defaultChecked={start.shuffleQuestions !== ''}
            />
            <CheckboxField
              label="Shuffle the options"
              name="settings.shuffleOptions"
              defaultChecked={start.shuffleOptions !== ''}
            />
            <CheckboxField
              label="Note when the window is left"
              name="settings.noteLeaving"
              defaultChecked={start.noteLeaving !== ''}
            />
          </div>
        </div>
      </details>
    </Card>
  );
}
