import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { toWebVtt } from '../server/features/training/films/captions.ts';
import { inspect as inspectFilm } from '../server/platform/films/film-inspection.ts';
import { demoCourses } from './courses.ts';
import { loadFonts } from './drawing/fonts.ts';
import { wrap } from './drawing/lettering.ts';
import { schedule, sentencesOf } from './film/script.ts';
import { frame, text } from './film/slide.ts';
import { captionsOf, transcriptOf } from './film/texts.ts';
import { filmLimits } from './film-limits.ts';
import { filmScripts } from './film-scripts/all.ts';
import { journeyFilms } from './film-scripts/e2e.ts';

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const used = demoCourses.flatMap(({ films }) => films.map(({ file }) => file));
const welcome = 'short.mp4';

describe('films of the courses', () => {
  test('all exist, none is left over, and each has one script', async () => {
    expect((await readdir(folder('films'))).sort()).toEqual([...used].sort());
    expect(filmScripts.map(({ name }) => `${name}.mp4`).sort()).toEqual([...used].sort());
  });

  test('number two to four for each course', () => {
    for (const { title, films } of demoCourses.filter(({ films }) => films.length > 0)) {
      expect(films.length, title).toSatisfy((n: number) => n >= 2 && n <= 4);
      expect(new Set(films.map((film) => film.title)).size).toBe(films.length);
    }
  });

  test.each(filmScripts)('$name plays in browsers, and is as long as its script', async (script) => {
    const path = folder(`films/${script.name}.mp4`);
    const facts = await inspectFilm(path);
    expect(facts).toMatchObject({ container: 'mp4', ...frame, videoCodec: 'avc', audioCodec: 'aac' });
    expect(facts.headerLast, 'the header must come first').toBeUndefined();
    expect(facts.durationSeconds).toBeCloseTo(schedule(script).total, 0);
    const short = `${script.name}.mp4` === welcome;
    expect(facts.durationSeconds).toSatisfy((s: number) => (short ? s < 7 : s >= 20 && s <= 45));
    expect((await stat(path)).size).toBeLessThanOrEqual(short ? filmLimits.short : filmLimits.film);
  });

  test.each(filmScripts)(
    '$name has captions for the whole of it, and a transcript of the same words',
    async (script) => {
      const title = 'Muster';
      const captions = captionsOf(title, script);
      // what the server makes of it is what was written: nothing is dropped or moved
      expect(toWebVtt(captions)).toBe(captions.replace(/^(?=\d\d:)|(?<=--> )/gm, '00:'));
      const transcript = transcriptOf(title, script);
      const sentences = sentencesOf(title, script);
      expect(sentences.at(-1)?.to).toBeCloseTo(schedule(script).total);
      for (const { from, to, text } of sentences) {
        expect(to - from, text).toBeGreaterThan(0.8);
        expect(transcript).toContain(text);
      }
    },
  );

  test('together keep a clone of the repository small', async () => {
    const sizes = await Promise.all(used.map(async (file) => (await stat(folder(`films/${file}`))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(filmLimits.all);
  });
});

describe('films of the browser tests', () => {
  test.each(journeyFilms)('$name is short, small and playable', async ({ name }) => {
    const path = folder(`../e2e/films/${name}.mp4`);
    const facts = await inspectFilm(path);
    expect(facts).toMatchObject({ container: 'mp4', videoCodec: 'avc', audioCodec: 'aac' });
    expect(facts.durationSeconds).toBeLessThan(9);
    expect((await stat(path)).size).toBeLessThanOrEqual(filmLimits.journey);
  });
});

describe('scenes', () => {
  const scenes = [...filmScripts, ...journeyFilms].flatMap(({ name, scenes }) =>
    scenes.map((scene) => ({ film: name, heading: scene.heading, scene })),
  );

  async function widthOf(line: string, size: number, bold: boolean): Promise<number> {
    const font = `Noto Sans ${bold ? 'Bold ' : ''}${size}`;
    const { info } = await sharp({ text: { text: line.replaceAll('&', '&amp;'), font, dpi: 72 } })
      .png()
      .toBuffer({ resolveWithObject: true });
    return info.width;
  }

  test.each(scenes)('$film, $heading: the text stays within the frame', async ({ scene }) => {
    await loadFonts();
    for (const line of wrap(scene.heading, text.headingCharacters)) {
      expect(text.left + (await widthOf(line, text.heading, true)), line).toBeLessThan(frame.width - 8);
    }
    const points = scene.points.map((point) => wrap(point, text.characters));
    for (const line of points.flat()) {
      expect(text.indent + (await widthOf(line, text.size, false)), line).toBeLessThan(frame.width - 8);
    }
    expect(points.every((lines) => lines.length <= 2)).toBe(true);
  });
});
