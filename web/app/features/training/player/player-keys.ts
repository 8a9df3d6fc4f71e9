import type { KeyboardEvent } from 'react';
import { toggleFullScreen } from './screens.ts';

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The playback speeds of a film, up to the highest at which the server still credits the whole of it. */
export const speedsUpTo = (highest: number): number[] => speeds.filter((speed) => speed <= highest);

/** The keyboard shortcuts, which apply while the focus is in the player. */
export const keysInWords = [
  ['K or space', 'play and pause'],
  ['← and →', '5 seconds back or forward'],
  ['J and L', '10 seconds back or forward'],
  ['< and >', 'slower and faster'],
  ['C', 'captions on and off'],
  ['M', 'sound on and off'],
  ['F', 'full screen'],
  ['?', 'this list'],
] as const;

/**
 * Handles a key pressed in a player. Keys that it does not know, those of a select field, and the space bar on a button
 * are left to the browser.
 */
export function onPlayerKey(event: KeyboardEvent<HTMLElement>, video: HTMLVideoElement, showKeys: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
  if (event.target.matches('select, textarea, input:not([type=range])')) return;
  if (event.key === ' ' && event.target.matches('button, a')) return;
  const act = event.key === '?' ? showKeys : actions[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act(video);
}

export const togglePlay = (video: HTMLVideoElement): void => (video.paused ? void video.play() : video.pause());

export function toggleSound(video: HTMLVideoElement): void {
  video.muted = !video.muted;
}

/** Shows the captions in the first language that the film has, or hides all. */
export function toggleCaptions(video: HTMLVideoElement): void {
  const tracks = [...video.textTracks];
  const shown = tracks.some(({ mode }) => mode === 'showing');
  for (const [index, track] of tracks.entries()) track.mode = !shown && index === 0 ? 'showing' : 'disabled';
}

export function jump(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = Math.max(0, Math.min(video.duration || 0, video.currentTime + seconds));
}

const actions: Readonly<Record<string, (video: HTMLVideoElement) => void>> = {
  k: togglePlay,
  ' ': togglePlay,
  arrowleft: (video) => jump(video, -5),
  arrowright: (video) => jump(video, 5),
  j: (video) => jump(video, -10),
  l: (video) => jump(video, 10),
  '<': (video) => changeSpeed(video, -1),
  '>': (video) => changeSpeed(video, 1),
  c: toggleCaptions,
  m: toggleSound,
  f: (video) => void toggleFullScreen(video),
};

function changeSpeed(video: HTMLVideoElement, step: 1 | -1) {
  const next = speeds[speeds.indexOf(video.playbackRate) + step];
  if (next) video.playbackRate = next;
}
