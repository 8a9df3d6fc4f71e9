import { packages } from '@fairlead/contract/packages/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/calls/api-client.ts';
import { fieldErrors, textOf } from '../../../lib/calls/field-errors.ts';
import { formatSize } from '../../../lib/format/file-size.ts';
import { formatSpan } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form, SubmitButton } from '../../../ui/forms/form.tsx';
import { DocumentIcon, InfoIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Mover } from '../../../ui/lists/mover.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { type FilmEditorProps, Remove } from '../films/staff-film-editor.tsx';
import { RenameForm } from '../films/staff-film-forms.tsx';
import type { Film } from '../wire.ts';
import { type StaffPackage, setMinutes, staffPackageQuery } from './staff-package-actions.ts';
import { Answers } from './staff-package-answers.tsx';
import { MinutesField, ReplacePackageForm, WhatIsInIt } from './staff-package-forms.tsx';
import { PackagePreview } from './staff-package-preview.tsx';

/** A package in its place, and what may be done to it. */
export function PackageEditor({ film, place, mayEdit, busy, onMove, drag }: FilmEditorProps) {
  const { id, serial, title, durationSeconds, sizeBytes } = film;
  const opener = { size: 'small', describedBy: `film-${id}` } as const;
  return (
    <li {...drag.row(place.index)} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 data-over:bg-sunken">
      {mayEdit && place.count > 1 && (
        <Mover title={title} place={place} busy={busy} onMove={onMove} handle={drag.handle(place.index)} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <p id={`film-${id}`} className="font-medium break-words">
          <span className="mr-1 text-soft tabular-nums">{serial}.</span> {title}
        </p>
        <p className="flex flex-wrap items-center gap-x-1 text-sm text-soft tabular-nums">
          <DocumentIcon className="size-4" /> Package · at least {formatSpan(durationSeconds)} · {formatSize(sizeBytes)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DialogButton
          {...opener}
          label={
            <>
              <InfoIcon /> Details
            </>
          }
          title={title}
        >
          {() => <Details film={film} mayEdit={mayEdit} />}
        </DialogButton>
        {mayEdit && (
          <>
            {/* closing it stops a package that is on its way; what was sent of it waits for another try */}
            <DialogButton
              {...opener}
              label={
                <>
                  <UploadIcon /> Replace
                </>
              }
              title="Replace Package"
            >
              {(close) => <ReplacePackageForm id={id} title={title} onDone={close} />}
            </DialogButton>
            <RowMenu name={title}>
              <DialogButton {...opener} label="Rename" title="Rename Package">
                {(close) => <RenameForm film={film} onDone={close} />}
              </DialogButton>
              <Remove film={film} isLast={place.count === 1} />
            </RowMenu>
          </>
        )}
      </div>
    </li>
  );
}

function Details({ film, mayEdit }: { film: Film; mayEdit: boolean }) {
  const { data, error } = useQuery(staffPackageQuery(film.id));
  if (error) return <Alert>{messageOf(error, 'Failed to load the package.')}</Alert>;
  if (!data) return <Spinner />;
  const { number, inOlderVersions, isScanned } = data;
  return (
    <div className="flex flex-col gap-5">
      {number > 1 && (
        <p className="text-soft">
          Version {number}.{' '}
          {inOlderVersions > 0 &&
            `${inOlderVersions} ${inOlderVersions === 1 ? 'learner finishes' : 'learners finish'} an older version.`}
        </p>
      )}
      <OpenPreview of={data} />
      <WhatIsInIt preview={data} />
      <p className="text-sm text-soft">
        {isScanned ? 'A virus scanner found nothing in this package.' : 'This package was not scanned for viruses.'}
      </p>
      <Answers id={film.id} />
      {mayEdit && (
        <Form
          onSubmit={async (form) => toast(await setMinutes(film.id, Number(textOf(form, 'minutes'))))}
          check={(form) =>
            fieldErrors(packages.setMinutes.body, { minutes: Number(textOf(form, 'minutes') || Number.NaN) })
          }
          failure="Failed to save the minimum time."
        >
          <MinutesField minutes={data.minutes} />
          <SubmitButton className="self-end">Save</SubmitButton>
        </Form>
      )}
    </div>
  );
}

function OpenPreview({ of }: { of: StaffPackage }) {
  const [isOpen, setOpen] = useState(false);
  if (!of.url) return null;
  if (isOpen) return <PackagePreview of={of} isInDialog />;
  return (
    <Button tone="plain" size="small" className="self-start" onClick={() => setOpen(true)}>
      Open the package
    </Button>
  );
}
