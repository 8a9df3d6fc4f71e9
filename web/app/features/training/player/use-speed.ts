import { type RefObject, useEffect, useState } from 'react';
import { speedsUpTo } from './player-keys.ts';

const speedKey = 'filmSpeed';

/** The speed that was chosen last, or the highest of this film where that is lower. */
const keptSpeed = (highest: number) => {
  const kept = Number(localStorage.getItem(speedKey));
  return speedsUpTo(highest).includes(kept) ? kept : Math.min(kept || 1, highest);
};

/**
 * The playback speed of a film, kept on the device for the next one, and bounded by the highest at which it is
 * credited.
 *
 * @returns the speed, those to choose from, and what sets it.
 */
export function useSpeed(video: RefObject<HTMLVideoElement | null>, highestSpeed: number) {
  const [speed, setSpeed] = useState(() => keptSpeed(highestSpeed));
  const [speeds] = useState(() => speedsUpTo(highestSpeed));
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.defaultPlaybackRate = speed;
    element.playbackRate = speed;
    // also when it is changed with a key, or in a menu of the browser
    const follow = () => {
      // such a menu goes higher: what is played faster would not be credited in full
      if (element.playbackRate > highestSpeed) element.playbackRate = highestSpeed;
      if (!speeds.includes(element.playbackRate)) return;
      localStorage.setItem(speedKey, String(element.playbackRate));
      setSpeed(element.playbackRate);
    };
    element.addEventListener('ratechange', follow);
    return () => element.removeEventListener('ratechange', follow);
  }, [video, speed, speeds, highestSpeed]);
  return { speed, speeds, setSpeed };
}
