import sharp from 'sharp';
import type { CourseKey } from '../course.ts';
import { drawCover } from '../covers.ts';
import { loadFonts } from '../drawing/fonts.ts';
import { svgDocument } from '../drawing/svg.ts';
import { type FilmScript, schedule, timing } from './script.ts';
import { frame, rememberPage, scenePage, titleOverlay } from './slide.ts';
import { compose } from './sound.ts';

export type Film = { title: string; courseTitle: string; cover: CourseKey; script: FilmScript };

/** The number of frames drawn at once; two cores gain nothing from more. */
const atOnce = 4;

async function rasterize(svg: string, below?: Buffer): Promise<Uint8Array> {
  const drawing = Buffer.from(svgDocument(frame.width, frame.height, svg));
  const image = below ? sharp(below).composite([{ input: drawing }]) : sharp(drawing);
  return image.removeAlpha().raw().toBuffer();
}

/** The frame at a time of a film, as raw RGB. */
async function drawFrame(film: Film, cover: Buffer, at: number): Promise<Uint8Array> {
  const { scenes, remember } = film.script;
  const { starts, rememberFrom, total } = schedule(film.script);
  if (at >= rememberFrom) return rasterize(rememberPage(remember, at - rememberFrom, at));
  const current = starts.findLastIndex((start) => at >= start);
  const scene = scenes[current];
  if (scene === undefined) return rasterize(titleOverlay(film.courseTitle, film.title, at), cover);
  return rasterize(scenePage(film.courseTitle, scene, at - (starts[current] ?? 0), at / total, at));
}

/** All frames of a film, in order. */
export async function* drawFrames(film: Film): AsyncGenerator<Uint8Array> {
  await loadFonts();
  const cover = await sharp(Buffer.from(drawCover(film.cover)))
    .resize(frame.width, frame.height)
    .png()
    .toBuffer();
  const count = Math.floor(schedule(film.script).total * timing.framesPerSecond);
  for (let first = 0; first < count; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - first) }, (_, i) =>
      drawFrame(film, cover, (first + i) / timing.framesPerSecond),
    );
    yield* await Promise.all(batch);
  }
}

/** The sound of a film: a bell for every point. */
export function composeSound(film: Film): Int16Array {
  const { starts, total } = schedule(film.script);
  const bells = film.script.scenes.flatMap((scene, i) =>
    scene.points.map((_, k) => (starts[i] ?? 0) + timing.leadSeconds + k * timing.pointSeconds),
  );
  return compose({ seconds: total, seed: film.script.name.length, bells });
}
