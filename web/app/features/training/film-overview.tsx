import { FilmLine } from './film-line.tsx';
import type { Film } from './wire.ts';

/** The films of a course with their state, to be read and not to be chosen from. */
export function FilmOverview({ films }: { films: readonly Film[] }) {
  return (
    <ol className="divide-y divide-line">
      {films.map((film) => (
        <li key={film.id} className="flex items-center gap-3 py-3">
          <FilmLine film={film} />
        </li>
      ))}
    </ol>
  );
}
