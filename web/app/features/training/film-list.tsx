import { cx } from '../../ui/cx.ts';
import { FilmLine } from './film-line.tsx';
import type { Film } from './wire.ts';

type FilmListProps = { films: readonly Film[]; current: string | undefined; onChoose: (film: Film) => void };

/** The films in their order: watched, open, or locked until the one before is watched. */
export function FilmList({ films, current, onChoose }: FilmListProps) {
  return (
    <ol className="flex flex-col gap-2">
      {films.map((film) => (
        <li key={film.id}>
          <button
            type="button"
            disabled={film.locked}
            aria-current={film.id === current ? 'true' : undefined}
            onClick={() => onChoose(film)}
            className={cx(
              'flex w-full items-center gap-3 rounded-md border px-4 py-3 text-left',
              film.id === current ? 'border-signal ring-1 ring-signal' : 'border-line',
              film.locked ? 'text-soft' : 'bg-surface shadow-card',
              !film.locked && film.id !== current && 'hover:border-edge',
            )}
          >
            <FilmLine film={film} />
          </button>
        </li>
      ))}
    </ol>
  );
}
