import { longestProgressFile } from '@fairlead/contract/offline-records/calls';
import { useState } from 'react';
import { messageOf } from '../../lib/calls/api-client.ts';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { Button, type Size } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { CheckIcon, WarningIcon } from '../../ui/icons.tsx';
import { uploadProgress } from './api.ts';
import { creditedInWords } from './progress-words.ts';

type ProgressUploadProps = { label: string; text: string; size?: Size; after: () => Promise<void> };

/** A button that opens a dialog, into which progress files are dropped or chosen, several at once. */
export const ProgressUpload = ({ label, size = 'small', ...upload }: ProgressUploadProps) => (
  <DialogButton label={label} size={size} title="Upload Progress Files">
    {(close) => <Upload {...upload} onClose={close} />}
  </DialogButton>
);

/** What came of one file, in a sentence. */
type Outcome = { name: string; isRefused: boolean; says: string };

const filesIn = (form: FormData) => form.getAll('file').filter((one): one is File => one instanceof File && !!one.name);

const areChosen = (form: FormData): FieldErrors => (filesIn(form).length > 0 ? {} : { file: 'Drop or choose a file' });

/** Why a file is not worth sending: it is the whole email, or longer than any progress file. */
function obviousFault({ name, size }: File): string | undefined {
  if (/\.(eml|msg)$/i.test(name)) return 'This is a whole email. Save its attachment, and upload that.';
  return size > longestProgressFile ? 'This is not a file with progress of a course.' : undefined;
}

/** Sends one file; a fault of it keeps none of the others from being sent. */
async function outcomeOf(file: File): Promise<Outcome> {
  const fault = obviousFault(file);
  if (fault) return { name: file.name, isRefused: true, says: fault };
  try {
    return { name: file.name, isRefused: false, says: creditedInWords(await uploadProgress(await file.text())) };
  } catch (error) {
    return { name: file.name, isRefused: true, says: messageOf(error, 'Failed to upload the file.') };
  }
}

function Upload({ text, after, onClose }: Pick<ProgressUploadProps, 'text' | 'after'> & { onClose: () => void }) {
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);

  /** One after another, so that the results have the order of the files. */
  async function send(form: FormData, element: HTMLFormElement) {
    setOutcomes([]);
    for (const file of filesIn(form)) {
      const outcome = await outcomeOf(file);
      setOutcomes((before) => [...before, outcome]);
    }
    element.reset();
    await after();
  }

  return (
    <Form onSubmit={send} check={areChosen} failure="Failed to upload the files.">
      <p>{text}</p>
      <Field label="Progress files" name="file" hint="Attachments that end in .fairlead-progress, several at once.">
        {(control) => <FileInput {...control} multiple />}
      </Field>
      <Outcomes of={outcomes} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        <SubmitButton>Upload</SubmitButton>
      </div>
    </Form>
  );
}

const Outcomes = ({ of }: { of: readonly Outcome[] }) => (
  <ul aria-label="Results" aria-live="polite" className="flex max-h-80 flex-col gap-3 overflow-y-auto empty:hidden">
    {of.map(({ name, isRefused, says }, index) => (
      <li key={`${index} ${name}`} className="flex items-start gap-3 text-sm">
        {isRefused ? <WarningIcon className="mt-0.5 text-bad" /> : <CheckIcon className="mt-0.5 text-good" />}
        <div className="min-w-0 flex-1">
          <strong className="font-semibold break-all">{name}</strong>
          <p className={isRefused ? 'text-bad' : undefined}>{says}</p>
        </div>
      </li>
    ))}
  </ul>
);
