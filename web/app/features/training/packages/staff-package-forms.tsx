import { packages } from '@fairlead/contract/packages/calls';
import { useState } from 'react';
import { ApiError } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatSize } from '../../../lib/format/file-size.ts';
import { Button } from '../../../ui/button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { CheckboxField } from '../../../ui/forms/choice-fields.tsx';
import { digits } from '../../../ui/forms/code-field.tsx';
import { FileField } from '../../../ui/forms/file-field.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/text-fields.tsx';
import { UploadProgress } from '../upload/staff-upload-progress.tsx';
import { useFilmUpload } from '../upload/use-film-upload.ts';
import { inPercent } from './score-to-pass.ts';
import { addPackage, type PackagePreview, previewPackage, replacePackage } from './staff-package-actions.ts';

/** An uploaded package, and what was found in it. */
type Read = { upload: string; preview: PackagePreview };

/** Minutes that a package takes at least, unless staff enter others. */
const usualMinutes = 15;

/** Adds a package to a course: it is uploaded and looked at first, and stored when staff confirm. */
export function AddPackageForm({ courseId, onDone }: { courseId: string; onDone: () => void }) {
  const [read, setRead] = useState<Read>();
  if (!read) return <ChooseForm onRead={setRead} />;
  const { upload, preview } = read;
  const entered = (form: FormData) => ({
    courseId,
    upload,
    title: textOf(form, 'title'),
    minutes: Number(textOf(form, 'minutes') || Number.NaN),
    ...knownIn(form),
  });
  return (
    <Form
      onSubmit={async (form) => {
        toast(await addPackage(entered(form)));
        onDone();
      }}
      check={(form) => ({ ...fieldErrors(packages.add.body, entered(form)), ...notKnown(form, preview) })}
      failure="Failed to add the package."
    >
      <WhatIsInIt preview={preview} />
      <TextField label="Title" name="title" defaultValue={preview.title} maxLength={200} required />
      <MinutesField minutes={usualMinutes} />
      <Knowing preview={preview} />
      <Buttons label="Add Package" onBack={() => setRead(undefined)} />
    </Form>
  );
}

/** Replaces a package by a new version. */
export function ReplacePackageForm({ id, title, onDone }: { id: string; title: string; onDone: () => void }) {
  const [read, setRead] = useState<Read>();
  if (!read)
    return (
      <>
        <p>
          The new version replaces <strong>{title}</strong> and keeps its title and its minimum time.
        </p>
        <p className="text-soft">Learners who have begun finish the old version. All others get the new one.</p>
        <ChooseForm onRead={setRead} />
      </>
    );
  return (
    <Form
      onSubmit={async (form) => {
        toast(await replacePackage(id, { upload: read.upload, ...knownIn(form) }), { seconds: 4 });
        onDone();
      }}
      check={(form) => notKnown(form, read.preview)}
      failure="Failed to replace the package."
    >
      <WhatIsInIt preview={read.preview} />
      <Knowing preview={read.preview} />
      <Buttons label="Replace" onBack={() => setRead(undefined)} />
    </Form>
  );
}

/** What staff have to say of a package that needs scripts from elsewhere. */
const Knowing = ({ preview }: { preview: PackagePreview }) =>
  preview.scriptsElsewhere && (
    <CheckboxField label="I have tried it, and it plays without these scripts" name="withScriptsElsewhere" />
  );

const knownIn = (form: FormData) => (form.has('withScriptsElsewhere') ? { withScriptsElsewhere: true } : {});

const notKnown = (form: FormData, { scriptsElsewhere }: PackagePreview): Record<string, string> =>
  scriptsElsewhere && !form.has('withScriptsElsewhere')
    ? { withScriptsElsewhere: 'Export it with its scripts inside, or confirm that it plays without them.' }
    : {};

const Buttons = ({ label, onBack }: { label: string; onBack: () => void }) => (
  <div className="flex flex-wrap justify-end gap-3">
    <Button tone="plain" type="button" onClick={onBack}>
      Choose another file
    </Button>
    <SubmitButton>{label}</SubmitButton>
  </div>
);

export const MinutesField = ({ minutes }: { minutes: number }) => (
  <TextField
    label="Minimum time (minutes)"
    name="minutes"
    hint="The package counts when it reports completion and the learner has spent this time in it."
    inputMode="numeric"
    tidy={digits}
    maxLength={3}
    defaultValue={String(minutes)}
    required
  />
);

/** Uploads a package, and reads what is in it. */
function ChooseForm({ onRead }: { onRead: (read: Read) => void }) {
  const { state, send, pause, resume, cancel } = useFilmUpload();
  async function submit(form: FormData) {
    const file = form.get('package');
    if (!(file instanceof File) || !file.name) throw missing();
    const read = await send([file], async ([upload = '']) => ({ upload, preview: await previewPackage(upload) }));
    if (read) onRead(read);
    else toast('Cancelled. Nothing was added.', { tone: 'info' });
  }
  return (
    <Form onSubmit={submit} failure="Something went wrong during upload.">
      <p className="max-w-text text-sm text-soft">
        A ZIP file of SCORM 1.2 or SCORM 2004, as authoring tools export it. You see what is in it before it is added.
      </p>
      <FileField label="Package" name="package" accept=".zip,application/zip" required />
      {state && <UploadProgress state={state} names={['']} onPause={pause} onResume={resume} onCancel={cancel} />}
      <SubmitButton className="self-end">Upload and Check</SubmitButton>
    </Form>
  );
}

const missing = () => {
  const message = 'Please choose a package.';
  return new ApiError(400, { message, code: 'invalid', fields: { package: message } });
};

/** What was found in a package: its edition, its size, its parts, and what is not played as its author meant it. */
export function WhatIsInIt({ preview }: { preview: PackagePreview }) {
  const { edition, version, files, bytes, items, order, scriptsElsewhere } = preview;
  const opened = items.filter(({ launch }) => launch !== null);
  const scores = items.filter(({ masteryScore }) => masteryScore !== null);
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Standard', version === edition ? `SCORM ${edition}` : `SCORM ${edition} (${version})`],
          ['Files', `${files} (${formatSize(bytes)})`],
          ['Parts', String(opened.length)],
          ...(scores.length > 0
            ? ([
                ['Score to pass', scores.map(({ masteryScore }) => inPercent(edition, masteryScore)).join(', ')],
              ] as const)
            : []),
        ]}
      />
      <ul className="max-h-60 overflow-y-auto rounded-md border border-line">
        {items.map(({ id, title, depth, launch, isScored, prerequisites }) => (
          <li key={id} className="border-b border-line px-3 py-2 text-sm break-words last:border-b-0">
            <span style={{ paddingInlineStart: `${Math.min(depth, 6)}rem` }} className={launch ? '' : 'font-semibold'}>
              {title}
            </span>
            {launch && !isScored && <span className="text-soft"> · page without a report</span>}
            {prerequisites && <span className="text-soft"> · after {prerequisites}</span>}
          </li>
        ))}
      </ul>
      {scriptsElsewhere && (
        <Alert tone="warn">
          <p>
            This package needs scripts from elsewhere. Packages load nothing from other hosts, so that it may stay
            blank:
          </p>
          <ul aria-label="Scripts from elsewhere" className="mt-2 list-disc pl-5 font-mono text-sm break-all">
            {scriptsElsewhere.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </Alert>
      )}
      {order && (
        <Alert tone="info">
          This package has rules about the order of its parts. They decide which part comes next, and when the package
          is complete.
        </Alert>
      )}
    </div>
  );
}
