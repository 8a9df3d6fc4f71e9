import { sampleCourseId } from '@fairlead/contract/course-preview/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSpan } from '../../lib/format/running-time.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ListFailure } from '../../ui/lists/list-failure.tsx';
import { FilmList } from '../training/film-list.tsx';
import { staffPackageQuery } from '../training/packages/staff-package-actions.ts';
import { PackagePreview } from '../training/packages/staff-package-preview.tsx';
import { UncreditedFilm } from '../training/player/uncredited-film.tsx';
import type { Film } from '../training/wire.ts';
import { type Preview, sampleFilmQuery } from './staff-preview-api.ts';
import { useObjectUrl } from './use-object-url.ts';

/** The videos, each locked until the one before it has ended, as for a learner. */
export function FilmsPart({ preview: { course, films } }: { preview: Preview }) {
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState(films[0]?.id);
  if (films.length === 0)
    return (
      <Alert tone="info">
        {course.format === 'classroom'
          ? 'This course has no videos: it is taught in the classroom.'
          : 'This course has no videos: learners have nothing to watch.'}
      </Alert>
    );
  const seen = films.map((film, index) => {
    const before = films[index - 1];
    return { ...film, completed: ended.has(film.id), locked: before !== undefined && !ended.has(before.id) };
  });
  const index = seen.findIndex(({ id }) => id === current);
  const film = seen[index];
  const next = seen[index + 1];
  const end = (id: string) => setEnded((before) => new Set([...before, id]));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <section aria-label="Video" className="film-stage flex min-w-0 flex-col gap-4">
        {film && (
          <Shown key={film.id} film={film} isSample={course.id === sampleCourseId} onEnded={() => end(film.id)} />
        )}
        {film && !film.completed && (
          <p className="text-soft">
            {film.kind === 'package'
              ? `A learner works through the package, for ${formatSpan(film.durationSeconds)} at least, and the next one opens. `
              : 'A learner watches each video to its end, which opens the next one. '}
            <Button tone="quiet" size="small" onClick={() => end(film.id)}>
              {film.kind === 'package' ? 'Mark as completed' : 'Mark as watched'}
            </Button>
          </p>
        )}
        {film?.completed && next && (
          <Button size="small" className="self-start" onClick={() => setCurrent(next.id)}>
            Next: {next.title}
          </Button>
        )}
        {seen.every(({ completed }) => completed) && (
          <p role="status">Here a learner chooses “Submit Training”, and the test opens.</p>
        )}
      </section>
      <FilmList films={seen} current={current} onChoose={({ id }) => setCurrent(id)} />
    </div>
  );
}

type ShownProps = { film: Film; isSample: boolean; onEnded: () => void };

function Shown({ film, isSample, onEnded }: ShownProps) {
  const [round, setRound] = useState(0);
  if (isSample) return <SampleFilm film={film} onEnded={onEnded} />;
  if (film.kind === 'package') return <ShownPackage id={film.id} />;
  const { url } = film;
  if (!url) return <Alert tone="info">This video is being prepared, or cannot be played at the moment.</Alert>;
  const again = () => setRound(round + 1);
  return <UncreditedFilm key={round} film={{ ...film, url }} autoPlay={false} onEnded={onEnded} onRetry={again} />;
}

/** A video of the sample course, which is loaded as a whole: it has 20 kB. */
function SampleFilm({ film, onEnded }: Omit<ShownProps, 'isSample'>) {
  const { data, isError, refetch } = useQuery(sampleFilmQuery(film.serial));
  const url = useObjectUrl(data);
  if (isError) return <ListFailure sentence="Failed to load the video." retry={() => void refetch()} />;
  if (!url) return <Skeleton className="aspect-video" />;
  const again = () => void refetch();
  return <UncreditedFilm key={url} film={{ ...film, url }} autoPlay={false} onEnded={onEnded} onRetry={again} />;
}

function ShownPackage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(staffPackageQuery(id));
  if (data) return <PackagePreview of={data} />;
  if (error) return <ListFailure sentence="Failed to load the package." retry={() => void refetch()} />;
  return <Skeleton className="aspect-video" />;
}
