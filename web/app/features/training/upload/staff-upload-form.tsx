import type { UploadBounds } from '@fairlead/contract/training/calls';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../lib/calls/api-client.ts';
import { type FieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatSize } from '../../../lib/format/file-size.ts';
import { staffPaths } from '../../../lib/staff-paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { Card } from '../../../ui/layout.tsx';
import { type Course, stateOf } from '../../courses/wire.ts';
import { trainingQuery } from '../api.ts';
import { addUploadedFilms } from '../staff-api.ts';
import { FilmRows } from './staff-film-rows.tsx';
import { StayWhileUploading } from './staff-stay-while-uploading.tsx';
import { UploadProgress } from './staff-upload-progress.tsx';
import { useFilmUpload } from './use-film-upload.ts';

/** The server accepts this many at once. */
const mostFilms = 20;

const optionOf = (course: Course) => ({
  value: course.id,
  label: course.isActive ? course.title : `${course.title} (${stateOf(course)})`,
});

type UploadFormProps = { courses: readonly Course[]; bounds: UploadBounds; chosen: string | undefined };

/**
 * A form to choose a course and films, which then shows the upload progress. `chosen` is the id of the preselected
 * course.
 */
export function UploadForm({ courses, bounds, chosen }: UploadFormProps) {
  const navigate = useNavigate();
  const { state, send, isSending, pause, resume, cancel } = useFilmUpload();
  const [names, setNames] = useState<string[]>([]);
  const [courseId, setCourseId] = useState(courses.some(({ id }) => id === chosen) ? (chosen ?? '') : '');
  const title = useProposedTitle(courses.find(({ id }) => id === courseId));
  const maxBytes = Math.min(bounds.maxFileBytes, bounds.freeBytes);

  async function submit(form: FormData) {
    const { courseId, title, films } = enteredIn(form);
    const files = films.map(({ file }) => file);
    setNames(files.map(({ name }) => name));
    try {
      const said = await send(files, (uploads) => addUploadedFilms({ courseId, title, uploads }));
      if (said === undefined) return toast(cancelled, { tone: 'info', seconds: 6 });
      toast(said, { seconds: 4 });
    } catch (error) {
      throw atItsFilm(error, films);
    }
    await navigate(chosen === courseId && chosen ? staffPaths.course(chosen) : staffPaths.allTraining);
  }

  return (
    <Form
      onSubmit={submit}
      check={(form) => errorsIn(form, bounds)}
      failure="Something went wrong during upload."
      className="max-w-3xl gap-6"
    >
      <fieldset disabled={state !== undefined} className="flex flex-col gap-6">
        <Card className="grid gap-5 p-6 sm:grid-cols-2">
          <SelectField
            label="Course"
            name="courseId"
            options={courses.map(optionOf)}
            value={courseId}
            onChange={({ target }) => setCourseId(target.value)}
            required
          />
          <TextField ref={title} label="Title" name="title" hint="The name of the training" maxLength={200} required />
        </Card>
        <Card className="flex flex-col gap-5 p-6">
          <p className="max-w-text text-sm text-soft">
            MP4 (H.264 and AAC) or WebM; HEVC, AV1 and MKV if your server converts videos. At most{' '}
            {formatSize(maxBytes)} for each video and {formatSize(bounds.freeBytes)} in total. You can choose several
            videos; each gets the name of its file. An interrupted upload continues where it stopped. After one day it
            starts again.
          </p>
          <FilmRows most={mostFilms} maxBytes={maxBytes} />
        </Card>
      </fieldset>
      {state && <UploadProgress state={state} names={names} onPause={pause} onResume={resume} onCancel={cancel} />}
      <SubmitButton size="large" className="self-start">
        Upload
      </SubmitButton>
      <StayWhileUploading isUploading={isSending} stop={cancel} />
    </Form>
  );
}

/**
 * The field of the title, which proposes that of the course's training, or of the course where it has none yet. What
 * was typed stays.
 */
function useProposedTitle(course: Course | undefined): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  const last = useRef('');
  const { data: set } = useQuery({ ...trainingQuery(course?.id ?? ''), enabled: course !== undefined });
  const proposed = set === undefined ? undefined : (set?.title ?? course?.title);
  useEffect(() => {
    if (!field.current || proposed === undefined) return;
    if (['', last.current].includes(field.current.value)) field.current.value = proposed;
    last.current = proposed;
  }, [proposed]);
  return field;
}

const cancelled = 'Upload cancelled. What was sent is kept for one day. To continue, choose the same videos.';

type Chosen = { name: string; file: File };

function enteredIn(form: FormData) {
  const rows = [...form.keys()].filter((name) => name.startsWith('videos.'));
  const films = rows.flatMap((name): Chosen[] => {
    const file = form.get(name);
    return file instanceof File && file.name ? [{ name, file }] : [];
  });
  return { courseId: textOf(form, 'courseId'), title: textOf(form, 'title').trim(), films, rows };
}

/** Some systems report no MIME type for a film; then its extension counts, and the server checks the content anyway. */
const isFilm = ({ type, name }: File) =>
  type.startsWith('video/') || (!type && /\.(mp4|m4v|mov|webm|mkv)$/i.test(name));

function errorsIn(form: FormData, { maxFileBytes, freeBytes }: UploadBounds): FieldErrors {
  const { courseId, title, films, rows } = enteredIn(form);
  const chosen = new Map(films.map(({ name, file }) => [name, file]));
  const errors: Record<string, string> = {};
  if (!courseId) errors.courseId = 'Course is required';
  if (!title) errors.title = 'Title is required';
  for (const name of rows) {
    const file = chosen.get(name);
    if (!file) errors[name] = 'Please choose a video file';
    else if (!isFilm(file)) errors[name] = 'Only video files can be uploaded';
    else if (file.size > maxFileBytes) errors[name] = `The limit is ${formatSize(maxFileBytes)}`;
  }
  const total = films.reduce((bytes, { file }) => bytes + file.size, 0);
  if (total > freeBytes)
    errors[''] = `Only ${formatSize(freeBytes)} can be uploaded at once. Please choose fewer videos.`;
  return errors;
}

/** The server names a refused film by its index; this moves the message to the field of that film's row. */
function atItsFilm(error: unknown, films: readonly Chosen[]): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message } = error;
  const fields = Object.entries(error.fields).map(([name, sentence]) => {
    const place = /^uploads\.(\d+)$/.exec(name)?.[1];
    return [(place && films[Number(place)]?.name) ?? name, sentence];
  });
  return new ApiError(status, { code, message, fields: Object.fromEntries(fields) });
}
