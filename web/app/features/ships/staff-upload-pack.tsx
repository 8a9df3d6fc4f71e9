import { useState } from 'react';
import type { NamedFile } from '../../lib/calls/api-client.ts';
import type { FieldErrors } from '../../lib/calls/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialogs/dialog-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { FileInput } from '../../ui/forms/file-input.tsx';
import { Form, SubmitButton } from '../../ui/forms/form.tsx';
import { refetchShips, uploadPack } from './staff-api.ts';

const fileIn = (form: FormData): File | undefined => {
  const file = form.get('file');
  return file instanceof File && file.name !== '' ? file : undefined;
};

/** A button for the pack of a ship that came on a stick or by email: it gives the pack to carry back. */
export const UploadPack = () => (
  <DialogButton label="Upload Pack" size="small" title="Upload the Pack of a Ship">
    {(close) => <Upload onClose={close} />}
  </DialogButton>
);

function Upload({ onClose }: { onClose: () => void }) {
  const [taken, setTaken] = useState<{ message: string; answer: NamedFile }>();

  async function send(form: FormData, element: HTMLFormElement) {
    const file = fileIn(form);
    if (!file) return;
    setTaken(undefined);
    setTaken(await uploadPack(file));
    element.reset();
    await refetchShips();
  }

  return (
    <Form
      onSubmit={send}
      check={(form): FieldErrors => (fileIn(form) ? {} : { file: 'Choose a file' })}
      failure="Failed to upload the pack."
    >
      <p>A pack counts once, however often it is uploaded. Carry the answer back to the ship.</p>
      <Field label="Pack" name="file" hint="A file that ends in .fairlead-pack">
        {(control) => <FileInput {...control} />}
      </Field>
      {taken && (
        <Alert
          tone="good"
          action={
            <DownloadButton
              size="small"
              tone="plain"
              fetch={async () => taken.answer}
              failure="Failed to save the answer."
            >
              Save the Answer
            </DownloadButton>
          }
        >
          {taken.message}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="plain" onClick={onClose}>
          Close
        </Button>
        <SubmitButton>Upload</SubmitButton>
      </div>
    </Form>
  );
}
