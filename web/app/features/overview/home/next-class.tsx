import { formatDate } from '@fairlead/contract/values/dates';
import { Link } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { paths } from '../../../lib/paths.ts';
import { Card } from '../../../ui/layout.tsx';
import type { ClassDay } from './next-class-day.ts';

/** The next day with class of a learner: when, where, and the way there. */
export function NextClass({ next: { course, day, batch }, isToday }: { next: ClassDay; isToday: boolean }) {
  return (
    <section aria-labelledby="next-class">
      <Card className="p-4">
        <p className="text-sm font-semibold text-signal">{isToday ? 'Class today' : 'Next class'}</p>
        <h2 id="next-class" className="mt-1 text-lg">
          <time dateTime={day}>{formatDate(day)}</time>, {batch.startsAt} to {batch.endsAt}
        </h2>
        <p>
          <Link to={paths.courseContent(course.id)} className="text-link hover:underline">
            {course.title}
          </Link>
        </p>
        <Place batch={batch} />
      </Card>
    </section>
  );
}

function Place({ batch: { venue } }: Pick<ClassDay, 'batch'>) {
  const { city } = useBrand();
  const place = venue.toLowerCase().includes(city.toLowerCase()) ? venue : `${venue}, ${city}`;
  return (
    <p className="text-soft wrap-anywhere">
      {venue} ·{' '}
      <a
        href={`https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`}
        target="_blank"
        rel="noopener noreferrer"
        className="font-semibold text-link hover:underline"
      >
        Map<span className="sr-only">, opens in a new tab</span>
      </a>
    </p>
  );
}
