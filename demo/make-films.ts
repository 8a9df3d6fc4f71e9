/**
 * Draws and encodes the training films of the demo academy (films/*.mp4) and those of the browser tests
 * (../e2e/films/*.mp4). Nothing else needs ffmpeg: the films are stored in the repository. They were made with ffmpeg
 * 5.1 with libx264 from Debian 12; all of them take about ten minutes on two cores. Run after changing a script or a
 * drawing:
 *
 *   node demo/make-films.ts               all films
 *   node demo/make-films.ts hazmat-1 …    only those
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { demoCourses } from './courses.ts';
import { encodeFilm } from './film/encode.ts';
import { composeSound, drawFrames, type Film } from './film/render.ts';
import { filmLimits } from './film-limits.ts';
import { filmScripts } from './film-scripts/all.ts';
import { journeyFilms } from './film-scripts/e2e.ts';

type Job = { film: Film; target: URL; maxBytes: number };

function courseFilms(): Job[] {
  return demoCourses.flatMap((course) =>
    course.films.map(({ title, file }) => {
      const script = filmScripts.find(({ name }) => `${name}.mp4` === file);
      if (script === undefined) throw new Error(`No script for ${file}`);
      const film: Film = { title, courseTitle: course.title, cover: course.key, script };
      const maxBytes = file === 'short.mp4' ? filmLimits.short : filmLimits.film;
      return { film, target: new URL(`films/${file}`, import.meta.url), maxBytes };
    }),
  );
}

function testFilms(): Job[] {
  return journeyFilms.map((script) => ({
    film: { title: script.title, courseTitle: 'Browser test', cover: 'personal-survival-techniques', script },
    target: new URL(`../e2e/films/${script.name}.mp4`, import.meta.url),
    maxBytes: filmLimits.journey,
  }));
}

const wanted = process.argv.slice(2);
const jobs = [...courseFilms(), ...testFilms()];
for (const { film, target, maxBytes } of jobs) {
  if (wanted.length > 0 && !wanted.includes(film.script.name)) continue;
  await mkdir(new URL('.', target), { recursive: true });
  const size = await encodeFilm(fileURLToPath(target), drawFrames(film), composeSound(film), maxBytes);
  console.log(`${film.script.name}: ${Math.round(size / 1000)} kB`);
}
