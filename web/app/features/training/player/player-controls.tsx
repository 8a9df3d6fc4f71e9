import { type ComponentProps, type RefObject, useEffect, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import type { Quality, QualityChoice } from './film-quality.ts';
import {
  BackIcon,
  CaptionsIcon,
  FullScreenIcon,
  MutedIcon,
  PauseIcon,
  PictureIcon,
  PlayIcon,
  SmallScreenIcon,
  SoundIcon,
  TheatreIcon,
} from './player-icons.tsx';
import { jump, toggleCaptions, togglePlay, toggleSound } from './player-keys.ts';
import { toggleFullScreen, togglePictureInPicture } from './screens.ts';
import { SeekBar } from './seek-bar.tsx';
import type { Playback } from './use-playback.ts';
import { useSpeed } from './use-speed.ts';
import type { Stretch } from './watched-stretches.ts';

/** Whether the film is shown as wide as the page, above the list of films instead of beside it. */
export type Theatre = { isOn: boolean; toggle: () => void };

type PlayerControlsProps = {
  video: RefObject<HTMLVideoElement | null>;
  playback: Playback;
  duration: number;
  watched: readonly Stretch[];
  qualities: readonly QualityChoice[];
  quality: Quality;
  /** The highest playback speed at which the film is credited. */
  highestSpeed: number;
  /** Undefined where there is no list of films beside the player. */
  theatre: Theatre | undefined;
  onQuality: (quality: Quality) => void;
};

/** The controls of a film: position, playing, sound, captions, speed, quality with its cost in data, and screens. */
export function PlayerControls(props: PlayerControlsProps) {
  const { video, playback, duration, watched, qualities, quality, highestSpeed, theatre, onQuality } = props;
  const { speed, speeds, setSpeed } = useSpeed(video, highestSpeed);
  const isFull = useFullScreen();
  const act = (what: (element: HTMLVideoElement) => unknown) => () => video.current && void what(video.current);
  return (
    <div className="player-bar">
      <SeekBar video={video} playback={playback} duration={duration} watched={watched} />
      <div className="player-row">
        <Control label={playback.paused ? 'Play' : 'Pause'} onClick={act(togglePlay)}>
          {playback.paused ? <PlayIcon className="player-solid" /> : <PauseIcon />}
        </Control>
        <Control label="Back 10 seconds" onClick={act((element) => jump(element, -10))}>
          <BackIcon />
        </Control>
        <Control label={playback.muted ? 'Sound on' : 'Sound off'} onClick={act(toggleSound)}>
          {playback.muted ? <MutedIcon /> : <SoundIcon />}
        </Control>
        {playback.hasCaptions && (
          <Control label="Captions" aria-pressed={playback.captionsShown} onClick={act(toggleCaptions)}>
            <CaptionsIcon />
          </Control>
        )}
        <span className="player-choices">
          <select
            aria-label="Speed"
            title="Speed"
            value={String(speed)}
            onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
          >
            {speeds.map((value) => (
              <option key={value} value={String(value)}>
                {value} ×
              </option>
            ))}
          </select>
          <select
            aria-label="Quality"
            title="Quality"
            className="player-quality"
            value={quality}
            onChange={({ currentTarget }) => onQuality(currentTarget.value as Quality)}
          >
            {qualities.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
        {document.pictureInPictureEnabled && (
          <Control
            label="Picture in picture"
            className="player-at-desk"
            aria-pressed={playback.inPicture}
            onClick={act(togglePictureInPicture)}
          >
            <PictureIcon />
          </Control>
        )}
        {theatre && !isFull && (
          <Control label="Wide view" className="player-beside" aria-pressed={theatre.isOn} onClick={theatre.toggle}>
            <TheatreIcon />
          </Control>
        )}
        <Control label={isFull ? 'Leave full screen' : 'Full screen'} onClick={act(toggleFullScreen)}>
          {isFull ? <SmallScreenIcon /> : <FullScreenIcon />}
        </Control>
      </div>
    </div>
  );
}

/** A button that is only a picture, as high and wide as a thumb. */
const Control = ({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) => (
  <button type="button" aria-label={label} title={label} className={cx('player-control', className)} {...rest} />
);

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', read);
    return () => document.removeEventListener('fullscreenchange', read);
  }, []);
  return isFull;
}
