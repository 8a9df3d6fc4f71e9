import type { FieldErrors } from '../../../lib/calls/field-errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { RadioGroup } from '../../../ui/forms/choice-fields.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import type { CourseDraft } from '../staff-course-draft.ts';
import type { Course } from '../wire.ts';
import { type Difference, takeTheirs } from './course-clash.ts';

/** An edit conflict: the course as it is now, the draft that was to be saved, and their differences. */
export type Clash = { now: Course; draft: CourseDraft; differences: Difference[]; message: string };

type ClashDialogProps = {
  clash: Clash | undefined;
  /** Saves the chosen values on top of the current course. */
  onSave: (draft: CourseDraft, now: Course) => Promise<void>;
  /** Returns to the form, which keeps everything that was typed. */
  onClose: () => void;
};

/** Asks for each field that somebody else has changed meanwhile which value to keep. */
export function ClashDialog({ clash, onSave, onClose }: ClashDialogProps) {
  return (
    <Dialog open={clash !== undefined} onClose={onClose} title="Somebody else has changed this course">
      {clash && <ClashForm key={clash.now.version} clash={clash} onSave={onSave} onClose={onClose} />}
    </Dialog>
  );
}

function ClashForm({ clash, onSave, onClose }: ClashDialogProps & { clash: Clash }) {
  const { now, draft, differences, message } = clash;
  const save = (form: FormData) => {
    const theirs = differences.map(({ field }) => field).filter((field) => form.get(field) === 'theirs');
    return onSave(takeTheirs(draft, now, theirs), now);
  };
  return (
    <Form onSubmit={save} check={(form) => unanswered(differences, form)} failure="Failed to update course">
      <p>{message} Your changes are not saved yet. Choose what to keep.</p>
      {differences.map(({ field, label, theirs, mine, contested }) => (
        <RadioGroup
          key={field}
          legend={label}
          name={field}
          initial={contested ? undefined : 'theirs'}
          options={[
            { value: 'theirs', label: <Reading of="Theirs" text={theirs} /> },
            { value: 'mine', label: <Reading of={contested ? 'Yours' : 'As it was before'} text={mine} /> },
          ]}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Back to the form
        </Button>
        <SubmitButton>Update Course</SubmitButton>
      </div>
    </Form>
  );
}

const unanswered = (differences: readonly Difference[], form: FormData): FieldErrors =>
  Object.fromEntries(
    differences.flatMap(({ field }) => (form.has(field) ? [] : [[field, 'Please choose one of the two']])),
  );

function Reading({ of, text }: { of: string; text: string }) {
  return (
    <>
      <span className="block text-sm text-soft">{of}</span>
      <span className="block max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{text || 'Blank'}</span>
    </>
  );
}
