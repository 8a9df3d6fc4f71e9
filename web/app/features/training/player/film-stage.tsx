import './player.css';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { PlayIcon } from './player-icons.tsx';
import { onPlayerKey, togglePlay } from './player-keys.ts';
import type { Playback } from './use-playback.ts';

/** After this many milliseconds without a movement, the controls of a film in full screen hide. */
const hideAfter = 3000;

type FilmStageProps = {
  title: string;
  video: RefObject<HTMLVideoElement | null>;
  playback: Playback;
  /** The picture: the video, and what stands in place of it. */
  children: ReactNode;
  /** What covers the picture instead of the large button. */
  over: ReactNode;
  controls: ReactNode;
  /** The key ? was pressed. */
  onShowKeys: () => void;
};

/**
 * The picture of a film with its controls below it. In full screen they stand over it, and hide while it plays and
 * nothing moves. A press on the picture plays and pauses; where the controls are hidden, a touch only brings them back.
 */
export function FilmStage({ title, video, playback, children, over, controls, onShowKeys }: FilmStageProps) {
  const { isIdle, stir } = useIdle(!playback.paused);
  const broughtBack = useRef(false);
  const toggle = () => {
    if (video.current && !broughtBack.current) togglePlay(video.current);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={`Player: ${title}`}
      className="player on-navy"
      data-idle={isIdle || undefined}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && stir()}
      onPointerDown={({ pointerType }) => {
        broughtBack.current = isIdle && pointerType !== 'mouse' && document.fullscreenElement !== null;
        stir();
      }}
      onKeyDown={(event) => {
        stir();
        if (video.current) onPlayerKey(event, video.current, onShowKeys);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keyboards have the button below and the key K */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="player-picture" onClick={({ target }) => target === video.current && toggle()}>
        {children}
        {over ??
          (playback.paused && !playback.ended && (
            <button type="button" tabIndex={-1} aria-hidden="true" className="player-begin" onClick={toggle}>
              <PlayIcon className="player-solid" />
            </button>
          ))}
        {playback.isWaiting && (
          <span className="player-waiting">
            <Spinner label="Loading the video…" />
          </span>
        )}
      </div>
      {controls}
    </div>
  );
}

/** Whether nothing was moved or pressed for a while, which counts only while `isPlaying`; `stir` begins it again. */
function useIdle(isPlaying: boolean) {
  const [isIdle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stir = () => {
    setIdle(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(setIdle, hideAfter, true);
  };
  useEffect(() => {
    timer.current = setTimeout(setIdle, hideAfter, true);
    return () => clearTimeout(timer.current);
  }, []);
  return { isIdle: isIdle && isPlaying, stir };
}
