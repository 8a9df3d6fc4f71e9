import { useRef, useState } from 'react';
import type { OpenFilm } from '../wire.ts';
import { FilmScreen } from './film-screen.tsx';
import { speedsUpTo } from './player-keys.ts';
import { usePlayback } from './use-playback.ts';
import { WatchRecorder } from './watched-stretches.ts';

/** Nothing is credited, so the person may choose any speed. */
const highestSpeed = Math.max(...speedsUpTo(Number.POSITIVE_INFINITY));

type UncreditedFilmProps = {
  film: OpenFilm & { url: string };
  autoPlay: boolean;
  onEnded?: () => void;
  onRetry: () => void;
};

/**
 * A film with the player of trainings, for staff who look at it and for visitors: nothing of it is reported, nor kept
 * on the device. One for each film: give it a key.
 */
export function UncreditedFilm(props: UncreditedFilmProps) {
  const video = useRef<HTMLVideoElement>(null);
  const playback = usePlayback(video);
  const [recorder] = useState(() => new WatchRecorder());
  return <FilmScreen {...props} video={video} playback={playback} recorder={recorder} highestSpeed={highestSpeed} />;
}
