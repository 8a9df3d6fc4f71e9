import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { type Quality, type QualityChoice, soundInstead } from './film-quality.ts';
import { speedsUpTo } from './player-keys.ts';

const speedKey = 'filmSpeed';
/** The speed that was chosen last, or the highest of this film where that is lower. */
const keptSpeed = (highest: number) => {
  const kept = Number(localStorage.getItem(speedKey));
  return speedsUpTo(highest).includes(kept) ? kept : Math.min(kept || 1, highest);
};

type PlayerSettingsProps = {
  video: RefObject<HTMLVideoElement | null>;
  qualities: readonly QualityChoice[];
  quality: Quality;
  /** The link is too slow for what is played. */
  tooSlow: boolean;
  /** The highest playback speed at which the film is credited. */
  highestSpeed: number;
  onQuality: (quality: Quality) => void;
};

/**
 * Speed and quality of the film, each quality with its cost in data, and picture-in-picture. The speed is kept for the
 * next film. On a link that is too slow for any picture, sound only is offered.
 */
export function PlayerSettings(props: PlayerSettingsProps) {
  const { video, qualities, quality, tooSlow, highestSpeed, onQuality } = props;
  const sound = tooSlow ? soundInstead(qualities, quality) : undefined;
  const [speed, setSpeed] = useState(() => keptSpeed(highestSpeed));
  const [speeds] = useState(() => speedsUpTo(highestSpeed));
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.defaultPlaybackRate = speed;
    element.playbackRate = speed;
    // also when it is changed with a key, or in the browser's own menu
    const follow = () => {
      // the browser's own menu goes higher: what is played faster would not be credited in full
      if (element.playbackRate > highestSpeed) element.playbackRate = highestSpeed;
      if (!speeds.includes(element.playbackRate)) return;
      localStorage.setItem(speedKey, String(element.playbackRate));
      setSpeed(element.playbackRate);
    };
    element.addEventListener('ratechange', follow);
    return () => element.removeEventListener('ratechange', follow);
  }, [video, speed, speeds, highestSpeed]);

  return (
    <>
      {sound && (
        <Alert
          tone="info"
          action={
            <Button tone="plain" size="small" onClick={() => onQuality(sound.value)}>
              Sound only
            </Button>
          }
        >
          The link is too slow for the picture. You can listen to the sound only, and switch back at any time; it counts
          as watched.
        </Alert>
      )}
      <div className="flex items-end gap-4">
        <SelectField
          label="Speed"
          name="speed"
          className="w-24 shrink-0"
          options={speeds.map((value) => ({ value: String(value), label: `${value} ×` }))}
          value={String(speed)}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        />
        <SelectField
          label="Quality"
          name="quality"
          className="min-w-0 flex-1 sm:max-w-72"
          options={qualities}
          value={quality}
          onChange={({ currentTarget }) => onQuality(currentTarget.value as Quality)}
        />
        {document.pictureInPictureEnabled && (
          <Button tone="plain" className="max-sm:hidden" onClick={() => void toggleWindow(video.current)}>
            Own window
          </Button>
        )}
      </div>
    </>
  );
}

async function toggleWindow(video: HTMLVideoElement | null): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture();
  // Nothing is loaded yet: the browser would refuse, and there is nothing to report.
  if (video && video.readyState > HTMLMediaElement.HAVE_NOTHING) await video.requestPictureInPicture();
}
