import { letter, wrap } from '../drawing/lettering.ts';
import { palette as p } from '../drawing/palette.ts';
import { compassCard, farShip, graticule, swell } from '../drawing/scenery.ts';
import { circle, place, polar, rect, repeat } from '../drawing/svg.ts';
import { type FilmScene, timing } from './script.ts';

export const frame = { width: 640, height: 360 } as const;

/** Eases from 0 to 1 within `seconds`, slowing down towards the end. */
function ease(t: number, seconds: number): number {
  const x = Math.min(Math.max(t / seconds, 0), 1);
  return 1 - (1 - x) ** 3;
}

/** The sea along the lower edge, with a ship that shows the film's progress. */
function voyage(t: number, progress: number): string {
  const x = 24 + progress * 536;
  return `${swell({ y: 332, amplitude: 3.5, length: 96, phase: t * 0.12, to: frame.width, bottom: frame.height }, p.haze)}
    ${place(x, 337 + Math.sin(t * 1.6) * 1.2, farShip(0, 0, 0.62, p.orange))}
    ${swell({ y: 340, amplitude: 3.5, length: 128, phase: -t * 0.16, to: frame.width, bottom: frame.height }, p.navy)}`;
}

function porthole(picture: string): string {
  const rivets = repeat(8, (i) => {
    const [x, y] = polar([0, 0], 123, i * 45 + 22.5);
    return circle(x, y, 3, p.haze);
  });
  const scene = `<clipPath id="porthole"><circle r="114"/></clipPath><g clip-path="url(#porthole)">${rect(-120, -120, 240, 240, p.shallow)}${picture}</g>
    ${circle(0, 0, 118, 'none', `stroke="${p.navy}" stroke-width="18"`)}${circle(0, 0, 109, 'none', `stroke="${p.steel}" stroke-width="3"`)}${rivets}`;
  return place(154, 164, scene);
}

/** The film's title over the cover of its course, which is the layer below. */
export function titleOverlay(course: string, title: string, t: number): string {
  const rise = (1 - ease(t - 0.3, 0.9)) * 130;
  const lines = wrap(title, 28);
  const top = 286 - (lines.length - 1) * 38;
  const words = lines.map((line, i) =>
    letter(line, { x: 36, y: top + 34 + i * 38, size: 34, weight: 700, fill: p.chalk }),
  );
  return place(
    0,
    rise,
    `${swell({ y: top - 40, amplitude: 6, length: 220, phase: t * 0.1, to: frame.width, bottom: 500 }, p.orange)}
    ${swell({ y: top - 34, amplitude: 6, length: 220, phase: t * 0.1 + 0.03, to: frame.width, bottom: 500 }, p.navy)}
    ${letter(course.toUpperCase(), { x: 36, y: top - 6, size: 12, weight: 600, fill: p.ochre, spacing: 1.6 })}${words.join('')}`,
  );
}

/** The text layout of a scene, in pixels and characters per line. */
export const text = {
  left: 298,
  indent: 318,
  heading: 26,
  headingLine: 31,
  headingCharacters: 21,
  size: 18,
  line: 23,
  gap: 13,
  characters: 30,
} as const;

/** The points that have appeared so far, starting at y. */
function pointList(scene: FilmScene, lines: readonly string[][], top: number, t: number): string {
  let y = top;
  return scene.points
    .map((_, i) => {
      const words = lines[i] ?? [];
      const start = y;
      y += words.length * text.line + text.gap;
      const shown = ease(t - timing.leadSeconds - i * timing.pointSeconds, 0.5);
      if (shown === 0) return '';
      const x = text.indent + (1 - shown) * 14;
      const rows = words.map((line, k) =>
        letter(line, { x, y: start + k * text.line, size: text.size, fill: p.ink, opacity: shown }),
      );
      return `${circle(text.left + 6, start - 6, 4.5 * shown, p.orange)}${rows.join('')}`;
    })
    .join('');
}

/** One scene: its picture on the left, heading and points beside it, centred on the porthole. */
export function scenePage(course: string, scene: FilmScene, t: number, progress: number, clock: number): string {
  const heading = wrap(scene.heading, text.headingCharacters);
  const lines = scene.points.map((point) => wrap(point, text.characters));
  const rows = lines.flat().length;
  const height = 20 + heading.length * text.headingLine + 24 + rows * text.line + (lines.length - 1) * text.gap;
  const top = 164 - height / 2;
  const underline = top + 20 + heading.length * text.headingLine;
  const title = heading.map((line, i) =>
    letter(line, {
      x: text.left,
      y: top + 12 + (i + 1) * text.headingLine,
      size: text.heading,
      weight: 700,
      fill: p.navy,
    }),
  );
  return `${rect(0, 0, frame.width, frame.height, p.paper)}${graticule(frame.width, frame.height, p.blue, 0.1, 64)}
    ${porthole(scene.picture(t))}${letter(course.toUpperCase(), { x: text.left, y: top + 10, size: 11, weight: 600, fill: p.ember, spacing: 1.1 })}
    ${title.join('')}${rect(text.left, underline, 34 * ease(t, 0.7), 4, p.orange, 2)}
    ${pointList(scene, lines, underline + 32, t)}${voyage(clock, progress)}`;
}

/** The page with the sentence to remember. */
export function rememberPage(sentence: string, t: number, clock: number): string {
  const lines = wrap(sentence, 32);
  const top = 184 - (lines.length - 1) * 17;
  const shown = ease(t - 0.3, 0.8);
  const needle = place(
    548,
    96,
    `<path d="M0 -46L9 0H-9Z" fill="${p.orange}"/><path d="M0 46L9 0H-9Z" fill="${p.steel}"/>`,
    {
      turn: 24 + Math.sin(t * 2.4) * 16 * Math.exp(-t * 0.7),
    },
  );
  return `${rect(0, 0, frame.width, frame.height, p.navy)}${graticule(frame.width, frame.height, p.haze, 0.1, 64)}
    ${compassCard(548, 96, 66, p.haze, 0.5)}${needle}${circle(548, 96, 5, p.chalk)}
    ${letter('REMEMBER', { x: 44, y: top - 42, size: 13, weight: 600, fill: p.ochre, spacing: 2, opacity: shown })}
    ${lines.map((line, i) => letter(line, { x: 44 + (1 - shown) * 16, y: top + i * 34, size: 25, weight: 600, fill: p.chalk, opacity: shown })).join('')}
    ${swell({ y: 326, amplitude: 4, length: 96, phase: clock * 0.12, to: frame.width, bottom: 360 }, p.ocean)}
    ${place(572, 335 + Math.sin(clock * 1.6) * 1.2, farShip(0, 0, 0.62, p.orange))}${swell({ y: 337, amplitude: 4, length: 128, phase: -clock * 0.16, to: frame.width, bottom: 360 }, p.blue)}`;
}
