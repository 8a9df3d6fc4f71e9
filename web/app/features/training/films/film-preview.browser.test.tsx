import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { filmOf, trainingOf } from '../../../../testing/records.ts';
import { type Film, trainingSetOf } from '../wire.ts';
import { FilmPreview } from './film-preview.tsx';

const texts: Film['texts'] = [
  { kind: 'captions', language: 'en', url: '/texts/en.vtt' },
  { kind: 'captions', language: 'hi', url: '/texts/hi.vtt' },
  { kind: 'transcript', language: 'en', url: '/texts/en.txt' },
];
const { films } = trainingSetOf(trainingOf([filmOf(1, { title: 'At the muster station', texts })]));

test('staff preview a film with its captions, and without its transcript', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  flushSync(() => root.render(films.map((film) => <FilmPreview key={film.id} film={film} />)));
  await page.getByRole('button', { name: 'Preview' }).click();
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
