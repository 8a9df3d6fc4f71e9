import { newTestSettings } from '@fairlead/contract/assessments/test-settings';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { MoreFields } from '../../../ui/forms/more-fields.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { limitsInWords } from '../settings-words.ts';
import { settingsDraftOf, type TestDraft } from '../staff-wire.ts';

const reviews = [
  { value: 'score', label: 'The score only' },
  { value: 'answers', label: 'Their own answers' },
  { value: 'correct', label: 'Their answers and the correct ones' },
];

const failedScores = [
  { value: 'rough', label: 'Roughly, within a range' },
  { value: 'exact', label: 'Exactly' },
];

const ofNewTest = Object.entries(settingsDraftOf(newTestSettings));

/** The settings of an assessment, initially as recommended, and its title, which is that of its course if blank. */
export function TestSettings({ title, start }: { title: string; start: TestDraft['settings'] }) {
  const isUsual = title === '' && ofNewTest.every(([name, value]) => start[name as keyof typeof start] === value);
  return (
    <Card className="p-6">
      <MoreFields summary="Title and conditions (optional)" open={!isUsual}>
        <TextField
          label="Title"
          name="title"
          hint="Leave blank for the title of the course"
          maxLength={200}
          defaultValue={title}
          className="mt-5"
        />
        <p className="mt-5 max-w-text text-soft">
          Recommended: {limitsInWords(newTestSettings)}. Learners then cannot find the correct answers by repeated
          tries.
        </p>
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
            hint="Leave blank if none; 0.25 is 15 minutes"
            defaultValue={start.hoursBetween}
          />
          <CheckboxField
            label="Double the wait after each attempt, up to a week"
            name="settings.waitGrows"
            defaultChecked={start.waitGrows !== ''}
            className="sm:col-span-3"
          />
          <SelectField
            label="Score of a failed attempt"
            name="settings.failedScore"
            options={failedScores}
            hint="A passed attempt always shows the exact score. Staff see every score exactly."
            defaultValue={start.failedScore || 'rough'}
            className="sm:col-span-3"
          />
          <SelectField
            label="Shown to learners afterwards"
            name="settings.review"
            options={reviews}
            hint="With a rough score, the correct answers are shown after a pass only"
            defaultValue={start.review || 'score'}
            className="sm:col-span-3"
          />
          <TextArea
            label="Questions per topic"
            name="settings.draws"
            rows={3}
            hint="One topic on each line, with its number of questions in each attempt, such as Fire: 5. All questions of other topics are asked."
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
              label="Record when a learner leaves the window"
              name="settings.noteLeaving"
              defaultChecked={start.noteLeaving !== ''}
            />
          </div>
        </div>
      </MoreFields>
    </Card>
  );
}
