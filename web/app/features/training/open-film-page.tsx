import { training } from '@fairlead/contract/training/calls';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call, isRefusal, messageOf } from '../../lib/calls/api-client.ts';
import { formatSpan } from '../../lib/format/running-time.ts';
import { paths } from '../../lib/paths.ts';
import { useLoadAgain } from '../../shell/use-load-again.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import type { Route } from './+types/open-film-page.ts';
import { UncreditedFilm } from './player/uncredited-film.tsx';
import { openFilmOf } from './wire.ts';

/** Loaded in the browser: links and the mark of staff must be current, and never come from the page cache. */
export const clientLoader = async ({ params }: Route.ClientLoaderArgs) =>
  openFilmOf((await call(training.getOpenFilm, { params: { courseId: params.id, id: params.film } })).data);
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Spinner label="Loading the video…" className="mx-auto my-6 text-3xl" />;
}

/** A film that visitors may watch, inside the public page of its course, with the player of trainings. */
export default function OpenFilmPage({ loaderData: film, params }: Route.ComponentProps) {
  const { loadAgain } = useLoadAgain();
  const stage = useRef<HTMLElement>(null);
  const { id, title, durationSeconds, url, ladder } = film;
  const [round, setRound] = useState(0);
  useEffect(() => {
    const video = stage.current?.querySelector('video');
    video?.focus({ preventScroll: true });
    stage.current?.scrollIntoView({ block: 'nearest' });
    // where the screen is too low for all of it, the picture with its controls
    video?.closest('[role=group]')?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  return (
    <section ref={stage} aria-labelledby="open-film" className="film-stage flex min-w-0 flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h3 id="open-film" className="min-w-0 text-lg break-words">
          {title}
        </h3>
        <Close courseId={params.id} />
      </div>
      {url && (
        <UncreditedFilm
          key={`${url} ${ladder} ${round}`}
          film={{ ...film, url }}
          autoPlay
          onRetry={() => {
            setRound(round + 1);
            loadAgain();
          }}
        />
      )}
      <p className="text-sm text-soft">
        {formatSpan(durationSeconds)}. What you watch here does not count. Only videos that you watch in the training
        count.{' '}
        <Link to={{ hash: 'enroll' }} className="text-link underline signed-in:hidden">
          Enroll to watch all videos and earn the certificate
        </Link>
      </p>
    </section>
  );
}

const Close = ({ courseId }: { courseId: string }) => (
  <Link to={paths.course(courseId)} replace preventScrollReset className="underline">
    Close
  </Link>
);

/** The academy has closed the film meanwhile, or there is no connection; the course stays on the screen. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { busy, loadAgain } = useLoadAgain();
  if (!isRefusal(error)) throw error;
  return (
    <Alert
      action={
        <Button tone="plain" size="small" busy={busy} onClick={loadAgain}>
          Try again
        </Button>
      }
    >
      <p>{messageOf(error, 'Failed to load the video.')}</p>
      <Close courseId={params.id} />
    </Alert>
  );
}
