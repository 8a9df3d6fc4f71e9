import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Film } from '../wire.ts';
import { FilmPreview } from './film-preview.tsx';

const film: Film = {
  id: 'f1',
  kind: 'film',
  serial: 1,
  title: 'At the muster station',
  url: '/films/muster.mp4',
  durationSeconds: 6,
  sizeBytes: 72_000,
  ladder: null,
  poster: null,
  versions: [],
  texts: [
    { kind: 'captions', language: 'en', url: '/texts/en.vtt' },
    { kind: 'captions', language: 'hi', url: '/texts/hi.vtt' },
    { kind: 'transcript', language: 'en', url: '/texts/en.txt' },
  ],
  preparation: null,
  originalPlays: true,
  subtitles: null,
  openToVisitors: false,
  highestSpeed: 2,
  checks: [],
  completed: false,
  olderVersion: null,
  locked: false,
  positionSeconds: 0,
  watchedSeconds: 0,
  watched: [],
};

test('staff preview a film with its captions, and without its transcript', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  flushSync(() => root.render(<FilmPreview film={film} open onClose={() => {}} />));
  await expect.element(page.getByRole('dialog', { name: 'At the muster station' })).toBeVisible();
  const tracks = [...document.querySelectorAll('video track')].map((track) => [
    track.getAttribute('kind'),
    track.getAttribute('srclang'),
    track.getAttribute('label'),
    track.getAttribute('src'),
  ]);
  expect(tracks).toEqual([
    ['captions', 'en', 'English', '/texts/en.vtt'],
    ['captions', 'hi', 'Hindi', '/texts/hi.vtt'],
  ]);
});
