import type { PackFile } from '@fairlead/contract/course-packs/calls';
import { expect, test } from 'vitest';
import { linksOf, withoutLinks } from './pack-links.ts';

test('each file of a course has its link', () => {
  const file = (name: string): PackFile => ({ name, bytes: 1, type: 'video/mp4', url: `/link/${name}` });
  const sizes = [{ lines: 240, media: file('a.mp4'), playlist: file('a.m3u8') }];
  const film = { _id: 'a', title: 'A', sizes, poster: null, texts: [] };
  const links = linksOf({ courseId: 'c', courseTitle: 'C', films: [film], pictures: [file('light.png')] });
  expect([...links]).toEqual(['a.mp4', 'a.m3u8', 'light.png'].map((name) => [name, `/link/${name}`]));
});

test('a playlist with links becomes the one that is stored', () => {
  const name = '01234567-89ab-4cde-8fab-0123456789ab.mp4';
  const link = `/api/uploads/trainingVideo/${name}?expires=1&signature=a-b_c&for=x`;
  const list = (media: string) => `#EXTM3U\n#EXT-X-MAP:URI="${media}",BYTERANGE="800@0"\n#EXTINF:6.0,\n${media}\n`;
  expect(withoutLinks(list(link))).toBe(list(name));
});
