import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { Film } from './wire.ts';

/** How much of the training's running time is proved; only a training whose films are all complete shows 100%. */
export function TrainingProgress({ films }: { films: readonly Film[] }) {
  const completed = films.filter((film) => film.completed).length;
  const total = films.reduce((sum, film) => sum + film.durationSeconds, 0);
  const watched = films.reduce((sum, film) => sum + (film.completed ? film.durationSeconds : film.watchedSeconds), 0);
  const percent = completed === films.length ? 100 : Math.min(99, Math.floor((watched * 100) / total));
  return <ProgressBar percent={percent} label={`${completed} of ${films.length} films watched`} />;
}
