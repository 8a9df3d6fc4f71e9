import { useState } from 'react';
import { formatSize } from '../../../lib/format/file-size.ts';
import { formatRunningTime, formatSpan } from '../../../lib/format/running-time.ts';
import { Button } from '../../../ui/button.tsx';
import { FilmIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/layout.tsx';
import type { Film, TrainingSet } from '../wire.ts';
import { FilmPreview } from './film-preview.tsx';

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);

/** The films of a course, each to be looked at. */
export function TrainingCard({ set: { title, courseTitle, films } }: { set: TrainingSet }) {
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{courseTitle}</h2>
        <p className="text-sm text-soft">
          {films.length} {films.length === 1 ? 'video' : 'videos'},{' '}
          {formatSpan(sum(films.map((f) => f.durationSeconds)))}, {formatSize(sum(films.map((f) => f.sizeBytes)))}
        </p>
      </div>
      {title !== courseTitle && <p className="text-soft">{title}</p>}
      <ol className="mt-4 divide-y divide-line border-t border-line">
        {films.map((film) => (
          <FilmRow key={film.id} film={film} />
        ))}
      </ol>
    </Card>
  );
}

function FilmRow({ film }: { film: Film }) {
  const [open, setOpen] = useState(false);
  const { id, serial, title, url, durationSeconds, sizeBytes } = film;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="w-6 text-right font-semibold text-soft tabular-nums">{serial}</span>
      <span id={`film-${id}`} className="min-w-0 flex-1 basis-40 font-medium break-words">
        {title}
        {film.openToVisitors && <span className="block text-sm font-normal text-soft">Visitors can watch it.</span>}
      </span>
      <span className="text-sm text-soft tabular-nums">
        {formatRunningTime(durationSeconds)} · {formatSize(sizeBytes)}
      </span>
      {url && (
        <Button
          tone="plain"
          size="small"
          aria-haspopup="dialog"
          aria-describedby={`film-${id}`}
          onClick={() => setOpen(true)}
        >
          <FilmIcon /> Preview
        </Button>
      )}
      <FilmPreview film={film} open={open} onClose={() => setOpen(false)} />
    </li>
  );
}
