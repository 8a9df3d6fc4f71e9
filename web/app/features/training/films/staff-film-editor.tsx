import { formatSize } from '../../../lib/format/file-size.ts';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import { ConfirmAction } from '../../../ui/dialogs/confirm-action.tsx';
import { DialogButton } from '../../../ui/dialogs/dialog-button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import type { useDragOrder } from '../../../ui/lists/drag-order.ts';
import { Mover } from '../../../ui/lists/mover.tsx';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import type { Film } from '../wire.ts';
import { FilmPreview } from './film-preview.tsx';
import { removeFilm } from './staff-film-actions.ts';
import { ChecksForm } from './staff-film-checks.tsx';
import { RenameForm, ReplaceForm } from './staff-film-forms.tsx';
import { TextsForm } from './staff-film-texts.tsx';
import { OpenToVisitors } from './staff-open-to-visitors.tsx';

export type FilmEditorProps = {
  film: Film;
  /** Where it stands, from 0, of how many. */
  place: { index: number; count: number };
  mayEdit: boolean;
  /** While an order is being saved, no other is asked for. */
  busy: boolean;
  onMove: (to: number) => void;
  drag: ReturnType<typeof useDragOrder>;
};

/** A film in its place, and what may be done to it. */
export function FilmEditor({ film, place, mayEdit, busy, onMove, drag }: FilmEditorProps) {
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
        <p className="text-sm text-soft tabular-nums">
          {formatRunningTime(durationSeconds)} · {formatSize(sizeBytes)}
          {film.versions.length > 0 && ` · ${film.versions.length} smaller ${versionsSoFar(film)}`}
        </p>
        <Preparation film={film} />
        <OpenToVisitors film={film} mayEdit={mayEdit} />
        {film.subtitles && <p className="mt-1 max-w-text text-sm break-words text-soft">{film.subtitles}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <FilmPreview film={film} />
        {mayEdit && (
          <>
            {/* closing it stops a film that is on its way; what was sent of it waits for another try */}
            <DialogButton
              {...opener}
              label={
                <>
                  <UploadIcon /> Replace
                </>
              }
              title="Replace Video"
            >
              {(close) => <ReplaceForm film={film} onDone={close} />}
            </DialogButton>
            <RowMenu name={title}>
              <DialogButton {...opener} label="Rename" title="Rename Video">
                {(close) => <RenameForm film={film} onDone={close} />}
              </DialogButton>
              <DialogButton {...opener} label="Texts" title="Captions and Transcript">
                {() => <TextsForm film={film} />}
              </DialogButton>
              <DialogButton {...opener} label="Checks" title="Presence Checks">
                {(close) => <ChecksForm film={film} onDone={close} />}
              </DialogButton>
              <Remove film={film} isLast={place.count === 1} />
            </RowMenu>
          </>
        )}
      </div>
    </li>
  );
}

/** More follow while they are being made. */
const versionsSoFar = ({ versions, preparation }: Film) => {
  const noun = versions.length === 1 ? 'version' : 'versions';
  return preparation?.failure === null && preparation.percent < 100 ? `${noun} so far` : noun;
};

/** The smaller versions while they are being made, or why they are not. */
function Preparation({ film: { preparation, ladder, originalPlays } }: { film: Film }) {
  if (!preparation || (ladder && preparation.failure === null)) return null;
  if (preparation.failure === null)
    return <ProgressBar percent={preparation.percent} label="Making smaller versions" className="mt-2 max-w-72" />;
  return (
    <p className="mt-1 max-w-text text-sm break-words text-warn">
      {ladder && 'Not all smaller versions could be made.'}
      {!ladder && originalPlays && 'No smaller versions could be made. Learners watch the original.'}
      {!ladder && !originalPlays && 'The video could not be converted, and browsers cannot play the original.'} (
      {preparation.failure})
    </p>
  );
}

export function Remove({ film, isLast }: { film: Film; isLast: boolean }) {
  return (
    <ConfirmAction
      label="Remove"
      tone="danger"
      size="small"
      describedBy={`film-${film.id}`}
      title={film.kind === 'package' ? 'Remove Package' : 'Remove Video'}
      text={
        <>
          <p>
            Are you sure you want to remove <strong>{film.title}</strong>?
          </p>
          <p className="text-soft">
            Learners will no longer see it. Their other progress is kept, and submitted trainings stay submitted.
          </p>
          {isLast && (
            <p className="font-semibold text-warn">
              It is the last one. The test then opens for a learner when staff mark the attendance.
            </p>
          )}
        </>
      }
      confirm="Yes, Remove"
      act={() => removeFilm(film)}
      failure="Failed to remove it."
    />
  );
}
