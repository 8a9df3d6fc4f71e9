import { type RefObject, useEffect, useState } from 'react';

/** What a player shows of itself: times in seconds of the film, `buffered` as disjoint parts of it. */
export type Playback = {
  paused: boolean;
  ended: boolean;
  /** It should play, and waits for data. */
  isWaiting: boolean;
  time: number;
  buffered: readonly (readonly [from: number, to: number])[];
  muted: boolean;
  hasCaptions: boolean;
  captionsShown: boolean;
  inPicture: boolean;
};

const unloaded: Playback = {
  paused: true,
  ended: false,
  isWaiting: false,
  time: 0,
  buffered: [],
  muted: false,
  hasCaptions: false,
  captionsShown: false,
  inPicture: false,
};

const playbackOf = (video: HTMLVideoElement): Playback => {
  const { buffered, textTracks } = video;
  return {
    paused: video.paused,
    ended: video.ended,
    isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    time: video.currentTime,
    buffered: Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)] as const),
    muted: video.muted,
    hasCaptions: textTracks.length > 0,
    captionsShown: [...textTracks].some(({ mode }) => mode === 'showing'),
    inPicture: document.pictureInPictureElement === video,
  };
};

const moments = [
  ...['play', 'playing', 'pause', 'ended', 'waiting', 'canplay', 'emptied', 'loadedmetadata'],
  ...['timeupdate', 'seeking', 'seeked', 'progress', 'volumechange'],
  ...['enterpictureinpicture', 'leavepictureinpicture'],
];

/** The state of a player, read again whenever the player reports a change. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>): Playback {
  const [playback, setPlayback] = useState(unloaded);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const read = () => setPlayback(playbackOf(element));
    read();
    for (const moment of moments) element.addEventListener(moment, read);
    const tracks = element.textTracks;
    const changes = ['change', 'addtrack', 'removetrack'];
    for (const change of changes) tracks.addEventListener(change, read);
    return () => {
      for (const moment of moments) element.removeEventListener(moment, read);
      for (const change of changes) tracks.removeEventListener(change, read);
    };
  }, [video]);
  return playback;
}
