import { training } from '@fairlead/contract/training/calls';
import { ApiError } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { UploadProgress } from '../upload/staff-upload-progress.tsx';
import { useFilmUpload } from '../upload/use-film-upload.ts';
import type { Film } from '../wire.ts';
import { renameFilm, replaceFilm } from './staff-film-actions.ts';

export function RenameForm({ film, onDone }: { film: Film; onDone: () => void }) {
  return (
    <Form
      onSubmit={async (form) => {
        toast(await renameFilm(film, textOf(form, 'title')));
        onDone();
      }}
      check={(form) => fieldErrors(training.renameFilm.body, { title: textOf(form, 'title') })}
      failure="Failed to rename the video."
    >
      <TextField label="Title" name="title" defaultValue={film.title} maxLength={200} required />
      <SubmitButton className="self-end">Save</SubmitButton>
    </Form>
  );
}

export function ReplaceForm({ film, onDone }: { film: Film; onDone: () => void }) {
  const { state, send, pause, resume, cancel } = useFilmUpload();

  async function submit(form: FormData) {
    const file = form.get('film');
    if (!(file instanceof File) || !file.name) throw missing();
    const said = await send([file], ([upload = '']) => replaceFilm(film, upload));
    if (!said) return toast('Cancelled. The video has not changed.', { tone: 'info' });
    toast(said);
    onDone();
  }

  return (
    <Form onSubmit={submit} failure="Something went wrong during upload.">
      <p>
        The new video replaces <strong>{film.title}</strong> and keeps its title.
      </p>
      <p className="text-soft">
        Learners who have not submitted the training yet must watch the new video from the start.
        {film.openToVisitors && ' Visitors cannot watch it until you allow it again.'}
      </p>
      <FileField label="New video" name="film" accept="video/*" required />
      {state && <UploadProgress state={state} names={['']} onPause={pause} onResume={resume} onCancel={cancel} />}
      <SubmitButton className="self-end">Replace</SubmitButton>
    </Form>
  );
}

const missing = () => {
  const message = 'Please choose a video.';
  return new ApiError(400, { message, code: 'invalid', fields: { film: message } });
};
