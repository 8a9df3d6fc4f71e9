import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { completedInWords, itemsOf } from '../courses/item-words.ts';
import type { Film } from './wire.ts';

/** The watched share of the training's running time; 100% is shown only when all films are complete. */
export function TrainingProgress({ films }: { films: readonly Film[] }) {
  const completed = films.filter((film) => film.completed).length;
  const total = films.reduce((sum, film) => sum + film.durationSeconds, 0);
  const watched = films.reduce((sum, film) => sum + (film.completed ? film.durationSeconds : film.watchedSeconds), 0);
  const percent = completed === films.length ? 100 : Math.min(99, Math.floor((watched * 100) / total));
  return <ProgressBar percent={percent} label={completedInWords({ ...itemsOf(films), filmsCompleted: completed })} />;
}
