import { expect, test } from 'vitest';
import type { CoursePack, PackFile, PackFilm } from './calls.ts';
import { choicesOf, nearestLines, packIn, sizeOf } from './pack-sizes.ts';

const file = (name: string, bytes: number): PackFile => ({ name, bytes, type: 'video/mp4', url: `/link/${name}` });
const film = (id: string, sizes: readonly (number | null)[]): PackFilm => ({
  _id: id,
  title: id,
  sizes: sizes.map((lines) => ({
    lines,
    media: file(`${id}-${lines}.mp4`, lines === null ? 1000 : lines + 10),
    playlist: lines === null ? null : file(`${id}-${lines}.m3u8`, 1),
  })),
  poster: file(`${id}.jpg`, 5),
  texts: [{ ...file(`${id}.vtt`, 2), kind: 'captions', language: 'en' }],
});
const pack = (...films: PackFilm[]): CoursePack => ({
  courseId: 'course',
  courseTitle: 'Course',
  films,
  pictures: [file('light.png', 3)],
});

test.each([
  ['the size itself', [null, 480, 240], 240, 240],
  ['the next smaller one', [null, 480, 240], 360, 240],
  ['the smallest picture, where all are larger', [480, 0], 240, 480],
  ['the largest below a video as it was uploaded', [480, 240], null, 480],
  ['what was wanted, where there is nothing yet', [], 240, 240],
] as const)('of the sizes of a course is nearest %s', (_, sizes, wanted, got) => {
  expect(nearestLines(pack(film('a', sizes)), wanted)).toBe(got);
});

test.each([
  ['the size itself', [null, 480, 240, 0], 240, 240],
  ['the next smaller one', [null, 480, 240, 0], 360, 240],
  ['the smallest picture, where all are larger', [null, 480, 0], 240, 480],
  ['the largest version in place of a film that browsers do not play as it was uploaded', [480, 240], null, 480],
  ['the film as it was uploaded, where there are no versions', [null], 240, null],
  ['sound alone, where that was chosen', [480, 0], 0, 0],
  ['a picture in place of missing sound', [null, 480], 0, 480],
] as const)('a film comes in %s', (_, sizes, wanted, got) => {
  expect(sizeOf(film('a', sizes), wanted, true)?.lines).toBe(got);
});

test('nothing to play is no size, and a browser without Media Source Extensions gets films as they were uploaded', () => {
  expect(sizeOf(film('a', []), 240, true)).toBeUndefined();
  expect(sizeOf(film('a', [null, 240]), 240, false)?.lines).toBeNull();
  expect(sizeOf(film('a', [240]), 240, false)).toBeUndefined();
  expect(choicesOf(pack(film('a', [null, 240])), false)).toEqual([{ lines: null, bytes: 1010 }]);
});

test('each choice states what the device needs: films, playlists, posters, captions and pictures', () => {
  const course = pack(film('a', [null, 240]), film('b', [240]));
  expect(choicesOf(course, true)).toEqual([
    { lines: 240, bytes: 2 * (250 + 1 + 7) + 3 },
    { lines: null, bytes: 1000 + 7 + (250 + 1 + 7) + 3 },
  ]);
  const { films } = packIn(course, null, true);
  expect(films.map(({ media, playlist }) => [media?.name, playlist?.name])).toEqual([
    ['a-null.mp4', undefined],
    ['b-240.mp4', 'b-240.m3u8'],
  ]);
  expect(JSON.stringify(films)).not.toContain('/link/');
});
