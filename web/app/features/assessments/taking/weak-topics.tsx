import { useQuery } from '@tanstack/react-query';
import { TeachingFilm } from '../teaching-film.tsx';
import type { Result } from '../wire.ts';
import { weakTopicsQuery } from './weak-topics-api.ts';

/**
 * What to study again after a failed attempt, outside of the test. The page does not wait for it, and says nothing
 * where it cannot be read: the test's page says it too.
 */
export function StudyAgain({ courseId }: { courseId: string }) {
  const { data } = useQuery(weakTopicsQuery(courseId));
  return data ? <WeakTopics courseId={courseId} topics={data} /> : null;
}

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
            {films.map((film) => (
              <TeachingFilm key={film.id} courseId={courseId} film={film} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
