import { resolve } from 'node:path';

/** MP4 with H.264, as academies use it, or WebM for a Chromium without that codec (tools/chromium.ts). */
const format = process.env.FILM_FORMAT === 'webm' ? 'webm' : 'mp4';

/** The path of a film of this folder, in a format that the browser of this run plays. */
export const film = (name: 'e2e-muster' | 'e2e-raft' | 'e2e-short'): string =>
  resolve(import.meta.dirname, 'films', `${name}.${format}`);
