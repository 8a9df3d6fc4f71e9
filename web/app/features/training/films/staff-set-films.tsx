import { formatSize } from '../../../lib/format/file-size.ts';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import type { Film, TrainingSet } from '../wire.ts';
import { FilmPreview } from './film-preview.tsx';

/** The films of a course, each to be looked at. */
export function SetFilms({ set: { films } }: { set: TrainingSet }) {
  return (
    <ol className="max-w-4xl divide-y divide-line">
      {films.map((film) => (
        <FilmRow key={film.id} film={film} />
      ))}
    </ol>
  );
}

function FilmRow({ film }: { film: Film }) {
  const { id, serial, title, durationSeconds, sizeBytes } = film;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="w-6 text-right font-semibold text-soft tabular-nums">{serial}</span>
      <span id={`film-${id}`} className="min-w-0 flex-1 basis-40 font-medium break-words">
        {title}
        {film.openToVisitors && <span className="block text-sm font-normal text-soft">Visitors can watch it.</span>}
      </span>
      <span className="text-sm text-soft tabular-nums">
        {formatRunningTime(durationSeconds)} · {formatSize(sizeBytes)}
      </span>
      <FilmPreview film={film} />
    </li>
  );
}
