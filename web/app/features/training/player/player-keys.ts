import type { KeyboardEvent } from 'react';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The playback speeds of a film, up to the highest at which the server still credits the whole of it. */
export const speedsUpTo = (highest: number): number[] => speeds.filter((speed) => speed <= highest);

/** The keyboard shortcuts besides those of the browser's own player (space, arrows). */
export const keysInWords = [
  ['K or space', 'play and pause'],
  ['J and L', '10 seconds back and forth'],
  ['< and >', 'slower and faster'],
  ['C', 'captions on and off'],
  ['M', 'sound on and off'],
  ['F', 'whole screen'],
] as const;

/** Handles a key pressed in a player; unknown keys are left to the browser. */
export function onPlayerKey(event: KeyboardEvent<HTMLVideoElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = actions[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act(event.currentTarget);
}

const actions: Readonly<Record<string, (video: HTMLVideoElement) => void>> = {
  k: (video) => (video.paused ? void video.play() : video.pause()),
  j: (video) => jump(video, -10),
  l: (video) => jump(video, 10),
  '<': (video) => changeSpeed(video, -1),
  '>': (video) => changeSpeed(video, 1),
  c: (video) => {
    const [track] = video.textTracks;
    if (track) track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
  },
  m: (video) => {
    video.muted = !video.muted;
  },
  f: (video) => void (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
};

function jump(video: HTMLVideoElement, seconds: number) {
  video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds));
}

function changeSpeed(video: HTMLVideoElement, step: 1 | -1) {
  const next = speeds[speeds.indexOf(video.playbackRate) + step];
  if (next) video.playbackRate = next;
}
