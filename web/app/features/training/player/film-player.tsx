import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Where } from '../../../lib/device/kept-store.ts';
import { isLowData } from '../../../lib/device/low-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { personNow } from '../api.ts';
import { FilmTitle } from '../film-title.tsx';
import type { Film } from '../wire.ts';
import { FilmCaptions } from './film-captions.tsx';
import { firstQuality, type Quality, qualitiesOf, sourceOf } from './film-quality.ts';
import { FilmStage } from './film-stage.tsx';
import { FilmTranscript } from './film-transcript.tsx';
import { MissingParts } from './missing-parts.tsx';
import { PlayerControls, type Theatre } from './player-controls.tsx';
import { PlayerKeysList } from './player-keys-list.tsx';
import { PresenceDialog } from './presence-dialog.tsx';
import { SlowLinkOffer } from './slow-link-offer.tsx';
import { SoundOnly } from './sound-only.tsx';
import { useFilmSource } from './use-film-source.ts';
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

/** The last choice stays on the device, as the switch for low data does. */
const qualityKey = 'filmQuality';

type FilmPlayerProps = {
  film: Film & { url: string };
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

/** A film with its controls, which goes on where the person stopped. One for each film: give it a key. */
export function FilmPlayer(props: FilmPlayerProps) {
  const { film: now, autoPlay, onCredited, onEnded, onRetry, theatre, after } = props;
  // Links that are made again meanwhile must not change a playing source.
  const [film] = useState(now);
  const [lowData] = useState(isLowData);
  const [quality, setQuality] = useState(() => firstQuality(film, localStorage.getItem(qualityKey), lowData));
  const [stalled, setStalled] = useState(false);
  const [watching] = useState(() => ({ person: personNow(), filmId: film.id }));
  const [failed, setFailed] = useState(false);
  const [isSoundOnly, setSoundOnly] = useState(false);
  /** The film has ended, and the server, which was asked then, had not counted it. */
  const [isUncounted, setUncounted] = useState(false);
  const [keysShown, showKeys] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video);
  const { recorder, ready, report, trouble, where, ...presence } = useWatchReports(
    watching,
    film.positionSeconds,
    onCredited,
  );
  const goingOn = useRef(false);
  const fail = useCallback(() => setFailed(true), []);
  const tooSlow = useFilmSource(video, sourceOf(film, quality), { lowData, onStalled: setStalled, onFailed: fail });
  const wantsTouch = useBeginning(video, autoPlay);

  async function goOn() {
    await ready;
    const element = video.current;
    if (element && recorder.position > 0 && recorder.position < film.durationSeconds - 1)
      element.currentTime = recorder.position;
    // the other quality goes on as the one before it ran
    if (goingOn.current) void element?.play();
    goingOn.current = false;
  }

  const isKept = where !== 'page' && trouble?.isKept !== false;

  function choose(other: Quality) {
    const element = video.current;
    goingOn.current = element !== null && !element.paused;
    if (element && !element.paused) recorder.playedTo(element.currentTime);
    recorder.breakOff();
    localStorage.setItem(qualityKey, other);
    setQuality(other);
  }

  const watched = union([...now.watched, ...recorder.stretches]);
  const gaps = now.completed ? [] : gapsIn(watched, film.durationSeconds);
  const isWhole = gaps.length === 0;
  useEffect(() => {
    // the last missing part was watched: it counts now, and not at the next regular report
    if (isWhole && isUncounted) void report();
  }, [isWhole, isUncounted, report]);
  const qualities = qualitiesOf(film);

  return (
    <div className="flex flex-col gap-3">
      <FilmStage
        title={film.title}
        video={video}
        playback={playback}
        over={playback.ended ? after : undefined}
        onShowKeys={() => showKeys(true)}
        controls={
          <PlayerControls
            {...{ video, playback, watched, qualities, quality, theatre }}
            duration={film.durationSeconds}
            highestSpeed={film.highestSpeed}
            onQuality={choose}
          />
        }
      >
        {/* biome-ignore lint/a11y/useMediaCaption: the rule does not see the captions in a component */}
        <video
          ref={video}
          tabIndex={0}
          playsInline
          poster={film.poster ?? undefined}
          preload={lowData ? 'none' : 'metadata'}
          aria-label={film.title}
          onLoadedMetadata={({ currentTarget }) => {
            setSoundOnly(currentTarget.videoWidth === 0);
            recorder.startsAt(currentTarget.currentTime);
            void goOn();
          }}
          onPlaying={({ currentTarget }) => {
            if (!currentTarget.seeking) recorder.startsAt(currentTarget.currentTime);
          }}
          onTimeUpdate={({ currentTarget }) => {
            if (!currentTarget.seeking && !currentTarget.paused) recorder.playedTo(currentTarget.currentTime);
          }}
          onEmptied={() => recorder.breakOff()}
          onSeeking={({ currentTarget }) => recorder.jumpedTo(currentTarget.currentTime)}
          onPause={({ currentTarget }) => {
            if (!currentTarget.seeking) recorder.playedTo(currentTarget.currentTime);
            void report();
          }}
          onEnded={({ currentTarget }) => {
            recorder.playedTo(currentTarget.duration);
            void report()
              .then(onEnded)
              .then(() => setUncounted(true));
          }}
        >
          <FilmCaptions texts={film.texts} />
        </video>
        {isSoundOnly && <SoundOnly title={film.title} />}
      </FilmStage>
      <PresenceDialog video={video} film={now} recorder={recorder} {...presence} />
      {stalled && !failed && <Alert tone="info">No connection. The video continues when the connection is back.</Alert>}
      {failed && (
        <Alert
          action={
            <Button tone="plain" size="small" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          <p>Failed to load training video</p>
          <p className="text-sm">
            The video needs an internet connection.{isKept && ' What you have watched is saved.'}
          </p>
        </Alert>
      )}
      {wantsTouch && !failed && <Alert tone="info">This video is ready. Press play to continue.</Alert>}
      {trouble && (
        <Alert tone={trouble.isKept ? 'info' : 'warn'}>
          {trouble.message} {trouble.isKept ? keptInWords[where] : 'What you watch now does not count.'}
        </Alert>
      )}
      {isUncounted && !now.completed && !trouble && <MissingParts video={video} gaps={gaps} />}
      <SlowLinkOffer {...{ qualities, quality, tooSlow }} onQuality={choose} />
      <FilmTitle film={film} />
      <FilmTranscript texts={film.texts} />
      <PlayerKeysList shown={keysShown} onShow={showKeys} />
    </div>
  );
}

/**
 * Begins a film by itself. With low data it waits for the person, and so it does where the browser wants a touch
 * before anything plays; true as long as that is so.
 */
function useBeginning(video: RefObject<HTMLVideoElement | null>, autoPlay: boolean): boolean {
  const [wantsTouch, setWantsTouch] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!autoPlay || !element) return;
    // the player before has gone, and the focus of keyboard users with it
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    const begun = () => setWantsTouch(false);
    element.addEventListener('play', begun);
    if (isLowData()) setWantsTouch(true);
    // a source of pieces is not there at once, and takes back what was begun before it
    const begin = () =>
      element.play().catch((error: DOMException) => {
        // anything else is reported by the player's own error event, or the film was left meanwhile
        if (error.name === 'NotAllowedError') setWantsTouch(true);
      });
    if (!isLowData()) element.addEventListener('loadedmetadata', begin, { once: true });
    return () => {
      element.removeEventListener('play', begun);
      element.removeEventListener('loadedmetadata', begin);
    };
  }, [video, autoPlay]);
  return wantsTouch;
}
