import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { FilmIcon } from '../../../ui/icons.tsx';
import { personNow } from '../../training/api.ts';
import { keepPlace } from '../../training/kept-training.ts';
import type { Result } from '../wire.ts';

/** The weak topics of a failed attempt, each with links to the films that teach it; nothing without one. */
export function WeakTopics({ courseId, topics }: { courseId: string; topics: Result['weakTopics'] }) {
  if (topics.length === 0) return null;
  return (
    <section className="w-full rounded-md border border-line bg-sunken p-4 text-left">
      <h2 className="text-lg">Topics to study again</h2>
      <ul className="mt-2 flex flex-col gap-3">
        {topics.map(({ topic, films }) => (
          <li key={topic}>
            {films.some(({ title }) => title === topic) || <p className="font-semibold">{topic}</p>}
            {films.map(({ id, title, serial }) => (
              <Link
                key={id}
                to={paths.training(courseId)}
                // the training opens the film that was open last on this device
                onClick={() => keepPlace(personNow(), courseId, serial - 1)}
                className="flex min-h-11 items-center gap-2 font-semibold text-link underline"
              >
                <FilmIcon className="shrink-0" />
                <span className="min-w-0">
                  Video {serial}: {title}
                </span>
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
