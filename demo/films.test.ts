import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { toWebVtt } from '../server/features/training/films/captions.ts';
import { inspect as inspectFilm } from '../server/platform/films/film-inspection.ts';
import { demoCourses } from './courses.ts';

const folder = (name: string) => fileURLToPath(new URL(`films/${name}`, import.meta.url));
const used = demoCourses.flatMap(({ films }) => films);

describe('films of the courses', () => {
  test('all exist with their captions and transcript, and none is left over', async () => {
    const files = used.flatMap(({ file }) => ['mp4', 'txt', 'vtt'].map((ending) => `${file}.${ending}`));
    expect((await readdir(folder(''))).sort()).toEqual(files.sort());
  });

  test('number two to four for each course', () => {
    for (const { title, films } of demoCourses.filter(({ films }) => films.length > 0)) {
      expect(films.length, title).toSatisfy((n: number) => n >= 2 && n <= 4);
      expect(new Set(films.map((film) => film.title)).size).toBe(films.length);
    }
  });

  test.each(used)('$file plays in browsers, and its texts are read as they are', async ({ file, title }) => {
    const facts = await inspectFilm(folder(`${file}.mp4`));
    expect(facts).toMatchObject({ container: 'mp4', width: 640, height: 360, videoCodec: 'avc', audioCodec: 'aac' });
    expect(facts.headerLast, 'the header must come first').toBeUndefined();
    expect(facts.durationSeconds).toBeLessThan(45);
    const [captions, transcript] = await Promise.all(
      ['vtt', 'txt'].map((ending) => readFile(folder(`${file}.${ending}`), 'utf8')),
    );
    // what the server makes of it is what was written: nothing is dropped or moved
    expect(toWebVtt(captions ?? '')).toBe(captions?.replace(/^(?=\d\d:)|(?<=--> )/gm, '00:'));
    expect(transcript?.startsWith(`${title}\n`)).toBe(true);
  });

  test('together keep a clone of the repository small', async () => {
    const sizes = await Promise.all(used.map(async ({ file }) => (await stat(folder(`${file}.mp4`))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(9_000_000);
  });
});
