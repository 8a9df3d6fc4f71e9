import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { isLowData } from '../../../lib/device/low-data.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import type { OpenFilm } from '../wire.ts';
import { FilmCaptions } from './film-captions.tsx';
import { firstQuality, type Quality, qualitiesOf, sourceOf } from './film-quality.ts';
import { FilmStage } from './film-stage.tsx';
import { FilmTranscript } from './film-transcript.tsx';
import { PlayerControls, type Theatre } from './player-controls.tsx';
import { PlayerKeysList } from './player-keys-list.tsx';
import { SlowLinkOffer } from './slow-link-offer.tsx';
import { SoundOnly } from './sound-only.tsx';
import { useFilmSource } from './use-film-source.ts';
import type { Playback } from './use-playback.ts';
import type { Stretch, WatchRecorder } from './watched-stretches.ts';

/** The last choice stays on the device, as the switch for low data does. */
const qualityKey = 'filmQuality';

type FilmScreenProps = {
  film: OpenFilm & { url: string; isAboard?: boolean };
  video: RefObject<HTMLVideoElement | null>;
  /** The state of the video; what is watched changes with it. */
  playback: Playback;
  /** Follows what is played; the film begins at its position. */
  recorder: WatchRecorder;
  /** Resolves when the recorder has its position. */
  ready?: Promise<unknown>;
  /** Begin by itself: the person has asked for this film, or the one before it has just ended. */
  autoPlay: boolean;
  highestSpeed: number;
  /** What the person has watched and is credited with; undefined for a film of which nothing is credited. */
  watched?: readonly Stretch[];
  theatre?: Theatre | undefined;
  /** What stands over the picture of a film that has ended. */
  after?: ReactNode;
  /** What else is said if the film cannot be loaded. */
  onFailure?: ReactNode;
  onPause?: () => void;
  onEnded?: () => void;
  /** The film cannot be loaded: the person asks for another try. */
  onRetry: () => void;
  /** What is said below the picture of what counts. */
  notes?: ReactNode;
  heading?: ReactNode;
};

/**
 * A film with its controls, captions and transcript, in the quality that the person chooses. One for each film: give it
 * a key.
 */
export function FilmScreen(props: FilmScreenProps) {
  const { film: now, video, playback, recorder, ready, autoPlay, highestSpeed, watched, theatre } = props;
  const { after, notes, heading, onFailure, onPause, onEnded, onRetry } = props;
  // Links that are made again meanwhile must not change a playing source.
  const [film] = useState(now);
  const [lowData] = useState(isLowData);
  const [quality, setQuality] = useState(() => firstQuality(film, localStorage.getItem(qualityKey), lowData));
  const [stalled, setStalled] = useState(false);
  const [failed, setFailed] = useState(false);
  const [isSoundOnly, setSoundOnly] = useState(false);
  const [keysShown, showKeys] = useState(false);
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

  function choose(other: Quality) {
    const element = video.current;
    goingOn.current = element !== null && !element.paused;
    if (element && !element.paused) recorder.playedTo(element.currentTime);
    recorder.breakOff();
    localStorage.setItem(qualityKey, other);
    setQuality(other);
  }

  const qualities = qualitiesOf(film);
  const isCredited = watched !== undefined;

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
            video={video}
            playback={playback}
            qualities={qualities}
            quality={quality}
            theatre={theatre}
            highestSpeed={highestSpeed}
            watched={watched ?? []}
            duration={film.durationSeconds}
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
          onTimeUpdate={({ currentTarget: element }) => {
            // a film that is loaded again stands at 0 before it is set to where it was
            const isEmpty = element.readyState === HTMLMediaElement.HAVE_NOTHING;
            if (!isEmpty && !element.seeking && !element.paused) recorder.playedTo(element.currentTime);
          }}
          onEmptied={() => recorder.breakOff()}
          onSeeking={({ currentTarget }) => recorder.jumpedTo(currentTarget.currentTime)}
          onPause={({ currentTarget }) => {
            if (!currentTarget.seeking) recorder.playedTo(currentTarget.currentTime);
            onPause?.();
          }}
          onEnded={({ currentTarget }) => {
            recorder.playedTo(currentTarget.duration);
            onEnded?.();
          }}
        >
          <FilmCaptions texts={film.texts} />
        </video>
        {isSoundOnly && <SoundOnly title={film.title} />}
      </FilmStage>
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
            {film.isAboard
              ? 'Part of this video is missing on this device. Try again when you have internet.'
              : 'The video needs an internet connection.'}
            {onFailure}
          </p>
        </Alert>
      )}
      {wantsTouch && !failed && <Alert tone="info">This video is ready. Press play.</Alert>}
      {notes}
      <SlowLinkOffer
        qualities={qualities}
        quality={quality}
        tooSlow={tooSlow}
        isCredited={isCredited}
        onQuality={choose}
      />
      {heading}
      <FilmTranscript texts={film.texts} />
      <PlayerKeysList shown={keysShown} onShow={showKeys} isCredited={isCredited} />
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
