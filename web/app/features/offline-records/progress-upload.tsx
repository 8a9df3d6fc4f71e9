import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import type { Size } from '../../ui/button.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { uploadProgress } from './api.ts';
import { creditedInWords } from './progress-words.ts';

type ProgressUploadProps = { label: string; text: string; size?: Size; after: () => Promise<void> };

const isChosen = (form: FormData): FieldErrors =>
  (form.get('file') as File).size > 0 ? {} : { file: 'Choose a file' };

/** Uploads a file with progress that came by email or on a stick. */
export const ProgressUpload = ({ label, text, size = 'small', after }: ProgressUploadProps) => (
  <FormAction
    label={label}
    size={size}
    title="Upload Progress File"
    text={<p>{text}</p>}
    check={isChosen}
    confirm="Upload"
    act={async (form) => creditedInWords(await uploadProgress(await (form.get('file') as File).text()))}
    after={after}
    failure="Failed to upload the file."
  >
    <Field label="Progress file" name="file" hint="Its name ends in .fairlead-progress">
      {(control) => <FileInput {...control} accept=".fairlead-progress" />}
    </Field>
  </FormAction>
);
