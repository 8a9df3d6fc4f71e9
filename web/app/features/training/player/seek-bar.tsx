import type { RefObject } from 'react';
import { formatRunningTime } from '../../../lib/format/running-time.ts';
import type { Playback } from './use-playback.ts';
import type { Stretch } from './watched-stretches.ts';

type SeekBarProps = {
  video: RefObject<HTMLVideoElement | null>;
  playback: Playback;
  /** Seconds. */
  duration: number;
  /** The parts that were watched, now or before. */
  watched: readonly Stretch[];
};

/**
 * Where the film stands, to be moved by pointer and keys, above a track of the parts that were watched and of those
 * that are loaded. Its keys are those of the player.
 */
export function SeekBar({ video, playback: { time, buffered }, duration, watched }: SeekBarProps) {
  const now = formatRunningTime(Math.min(time, duration));
  const whole = formatRunningTime(duration);
  return (
    <div className="player-seek">
      <span aria-hidden="true">{now}</span>
      <span className="player-track">
        <svg viewBox={`0 0 ${duration} 1`} preserveAspectRatio="none" aria-hidden="true">
          <Parts of={buffered} className="player-buffered" />
          <Parts of={watched} className="player-watched" />
        </svg>
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${now} of ${whole}`}
          min={0}
          max={duration}
          step="any"
          value={Math.min(time, duration)}
          onChange={({ currentTarget }) => {
            if (video.current) video.current.currentTime = Number(currentTarget.value);
          }}
        />
      </span>
      <span aria-hidden="true">{whole}</span>
    </div>
  );
}

const Parts = ({ of, className }: { of: readonly Stretch[]; className: string }) =>
  of.map(([from, to]) => <rect key={from} x={from} width={Math.max(0, to - from)} height="1" className={className} />);
