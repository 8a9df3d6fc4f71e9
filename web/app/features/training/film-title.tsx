import type { Film } from './wire.ts';

/** Which film is open: its place in the training and its title. */
export function FilmTitle({ film }: { film: Film }) {
  return (
    <h2 className="text-xl">
      {film.serial}. {film.title}
    </h2>
  );
}
