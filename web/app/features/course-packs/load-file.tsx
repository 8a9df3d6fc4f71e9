import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';

const isChosen = (form: FormData): FieldErrors =>
  (form.get('file') as File).size > 0 ? {} : { file: 'Choose a file' };

async function load(form: FormData): Promise<string> {
  const { loadCourseFile } = await import('./load-course-file.ts');
  const title = await loadCourseFile(form.get('file') as File);
  // so that it does not fetch what the file has
  void import('./pack-queue.ts').then(({ restartQueue }) => restartQueue());
  return `${title} is being loaded. Keep this site open.`;
}

/** Loads a course from a file, as from a stick or the ship's share. @param describedBy the id of the course's title. */
export const LoadFile = ({ describedBy }: { describedBy?: string }) => (
  <FormAction
    label="Load from a file"
    size="small"
    title="Load from a File"
    text={<p>Choose the course file on a stick or the ship’s share. You need no internet.</p>}
    check={isChosen}
    confirm="Load"
    act={load}
    after={() => Promise.resolve()}
    failure="The course file could not be loaded."
    {...(describedBy !== undefined && { describedBy })}
  >
    <Field label="Course file" name="file" hint="Its name ends in .fairlead">
      {(control) => <FileInput {...control} accept=".fairlead" />}
    </Field>
  </FormAction>
);
