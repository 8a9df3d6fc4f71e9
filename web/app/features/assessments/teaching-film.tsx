import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { FilmIcon } from '../../ui/icons.tsx';
import { toFilm } from '../training/film-to-open.ts';

type TeachingFilmProps = { courseId: string; film: { id: string; title: string; serial: number } };

/** The link to a film that teaches what a question asks. */
export function TeachingFilm({ courseId, film: { id, title, serial } }: TeachingFilmProps) {
  return (
    <Link
      to={paths.training(courseId)}
      state={toFilm(id)}
      className="flex min-h-11 items-center gap-2 font-semibold text-link underline"
    >
      <FilmIcon className="shrink-0" />
      <span className="min-w-0">
        Video {serial}: {title}
      </span>
    </Link>
  );
}
