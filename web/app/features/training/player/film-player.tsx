import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Where } from '../../../lib/device/kept-store.ts';
import { personNow } from '../../../lib/session/session.ts';
import { useHeldEnded } from '../../../lib/session/use-held-ended.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { FilmTitle } from '../film-title.tsx';
import type { Film } from '../wire.ts';
import { FilmScreen } from './film-screen.tsx';
import { MissingParts } from './missing-parts.tsx';
import type { Theatre } from './player-controls.tsx';
import { PresenceDialog } from './presence-dialog.tsx';
import { usePlayback } from './use-playback.ts';
import { useWatchReports } from './use-watch-reports.ts';
import { gapsIn, union } from './watched-stretches.ts';

/** What is promised while nothing can be sent. */
const keptInWords: Readonly<Record<Where, string>> = {
  disk: 'What you watch is saved on this device and sent when you are connected again.',
  browser:
    'What you watch is saved in this browser and sent when you are connected again. If the power fails, the last minute may be lost.',
  page: 'This browser cannot save anything. Keep this page open: what you watch is sent when you are connected again.',
};

type FilmPlayerProps = {
  film: Film & { url: string; isAboard?: boolean };
  courseId: string;
  /** Begin by itself: the film before has just ended. */
  autoPlay: boolean;
  /** The server has credited something. */
  onCredited: (completed: boolean) => void;
  /** The film has run to its end, and that was reported, or could not be; resolves when its state was read again. */
  onEnded: () => Promise<void>;
  /** The film cannot be loaded: the person asks for another try. */
  onRetry: () => void;
  theatre: Theatre;
  /** What stands over the picture of a film that has ended. */
  after: ReactNode;
};

/**
 * A film of a training, which goes on where the person stopped, and reports what is watched. One for each film: give it
 * a key.
 */
export function FilmPlayer(props: FilmPlayerProps) {
  const { film, courseId, autoPlay, onCredited, onEnded, onRetry, theatre, after } = props;
  const [watching] = useState(() => ({ person: personNow(), courseId, filmId: film.id }));
  /** The film has ended, and the server, which was asked then, had not counted it. */
  const [isUncounted, setUncounted] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video);
  const { recorder, ready, report, trouble, where, ...presence } = useWatchReports(watching, film.positionSeconds, {
    onCredited,
    factsNow: () => factsOf(video.current),
  });
  /** The page says so itself, with the way to the login. */
  const isLoginEnded = useHeldEnded();
  const isKept = where !== 'page' && trouble?.isKept !== false;

  const watched = union([...film.watched, ...recorder.stretches]);
  const gaps = film.completed ? [] : gapsIn(watched, film.durationSeconds);
  const isWhole = gaps.length === 0;
  useEffect(() => {
    // the last missing part was watched: it counts now, and not at the next regular report
    if (isWhole && isUncounted) void report();
  }, [isWhole, isUncounted, report]);

  return (
    <>
      <FilmScreen
        film={film}
        video={video}
        playback={playback}
        recorder={recorder}
        ready={ready}
        autoPlay={autoPlay}
        watched={watched}
        theatre={theatre}
        after={after}
        onRetry={onRetry}
        highestSpeed={film.highestSpeed}
        onFailure={isKept && ' What you have watched is saved.'}
        onPause={() => void report()}
        onEnded={() =>
          void report()
            .then(onEnded)
            .then(() => setUncounted(true))
        }
        notes={
          <>
            {trouble && !(isLoginEnded && trouble.isKept) && (
              <Alert tone={trouble.isKept ? 'info' : 'warn'}>
                {trouble.message} {trouble.isKept ? keptInWords[where] : 'What you watch now does not count.'}
              </Alert>
            )}
            {isUncounted && !film.completed && !trouble && <MissingParts video={video} gaps={gaps} />}
          </>
        }
        heading={<FilmTitle film={film} />}
      />
      <PresenceDialog video={video} film={film} recorder={recorder} {...presence} />
    </>
  );
}

/** What an offline record says beside what is played. */
const factsOf = (video: HTMLVideoElement | null) => ({
  wallClock: Date.now() / 1000,
  rate: video?.playbackRate ?? 1,
  visible: document.visibilityState === 'visible',
  muted: video === null || video.muted || video.volume === 0,
});
