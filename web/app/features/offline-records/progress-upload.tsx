import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import type { Size } from '../../ui/button.tsx';
import { FormAction } from '../../ui/dialogs/form-action.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { uploadProgress } from './api.ts';
import { creditedInWords } from './progress-words.ts';
import { ReadCodes } from './read-codes.tsx';

type ProgressUploadProps = { label: string; text: string; size?: Size; after: () => Promise<void> };

const isChosen = (form: FormData): FieldErrors =>
  (form.get('file') as File).size > 0 ? {} : { file: 'Choose a file' };

/** Uploads progress that came as a file by email or on a stick, or that another device shows as QR codes. */
export const ProgressUpload = ({ label, text, size = 'small', after }: ProgressUploadProps) => (
  <div className="flex flex-wrap gap-3">
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
    <ReadCodes size={size} after={after} />
  </div>
);
