import { palette } from './palette.ts';
import { circle, polar, rect, repeat, round } from './svg.ts';

/** One cubic Bézier curve per half wave: the handle length at which it is within a pixel of a sine. */
const SINE_HANDLE = 0.3642;

type Swell = {
  /** Mean height of the surface. */
  y: number;
  amplitude: number;
  /** From crest to crest. */
  length: number;
  /** In crests: 1 gives the same picture as 0, so an animation from 0 to 1 loops. */
  phase?: number;
  from?: number;
  to: number;
  bottom: number;
};

/** A body of water with a rolling surface, filled down to `bottom`. */
export function swell(s: Swell, fill: string, extra = ''): string {
  const from = s.from ?? 0;
  const half = s.length / 2;
  let x = from - s.length + (((s.phase ?? 0) % 1) + 1) * s.length - s.length;
  let path = `M${round(x)} ${s.bottom}V${round(s.y)}`;
  for (let side = -1; x < s.to + s.length; side = -side) {
    const lift = s.y + side * s.amplitude;
    const dx = half * SINE_HANDLE;
    path += `C${round(x + dx)} ${round(lift)} ${round(x + half - dx)} ${round(lift)} ${round(x + half)} ${round(s.y)}`;
    x += half;
  }
  return `<path d="${path}V${s.bottom}Z" fill="${fill}" ${extra}/>`;
}

/** Short strokes of light on water, in rows that drift apart towards the viewer. */
export function glints(x: number, y: number, width: number, rows: number, colour: string, gap = 26): string {
  return repeat(rows, (row) => {
    const length = width * (1 - row / (rows + 1));
    const start = x - length / 2 + (row % 2 === 0 ? -18 : 22);
    return rect(start, y + row * gap, length, 7, colour, 3.5);
  });
}

/** The thin graticule of a sea chart over a background, at low opacity. */
export function graticule(width: number, height: number, colour: string, strength: number, step = 160): string {
  const columns = repeat(Math.ceil(width / step) - 1, (i) => `M${(i + 1) * step} 0V${height}`);
  const rows = repeat(Math.ceil(height / step) - 1, (i) => `M0 ${(i + 1) * step}H${width}`);
  return `<path d="${columns}${rows}" stroke="${colour}" stroke-opacity="${strength}" stroke-width="2" fill="none"/>`;
}

/** The compass card printed on charts: rings, ticks and a north arrow, without figures. */
export function compassCard(x: number, y: number, radius: number, colour: string, strength: number): string {
  const ticks = repeat(72, (i) => {
    const length = i % 18 === 0 ? 0.16 : i % 6 === 0 ? 0.1 : 0.05;
    const [ax, ay] = polar([x, y], radius, i * 5);
    const [bx, by] = polar([x, y], radius * (1 - length), i * 5);
    return `M${ax} ${ay}L${bx} ${by}`;
  });
  return `<g fill="none" stroke="${colour}" stroke-opacity="${strength}" stroke-width="2.5">
    <circle cx="${x}" cy="${y}" r="${radius}"/><circle cx="${x}" cy="${y}" r="${round(radius * 0.72)}"/><path d="${ticks}"/></g>`;
}

/** The background of every cover: one tone, a chart's graticule and the large disc behind the subject. */
export function backdrop(
  tone: string,
  net: string,
  disc: { x: number; y: number; radius: number; fill: string },
): string {
  return `${rect(0, 0, 1600, 900, tone)}${graticule(1600, 900, net, 0.13)}
    ${circle(disc.x, disc.y, disc.radius, disc.fill)}
    ${compassCard(disc.x, disc.y, disc.radius + 46, net, 0.28)}`;
}

/** A soft flat cloud. */
export function cloud(x: number, y: number, width: number, fill: string): string {
  const h = width * 0.16;
  return `${rect(x, y, width, h, fill, h / 2)}${rect(x + width * 0.18, y - h * 0.7, width * 0.5, h, fill, h / 2)}`;
}

/** A far ship on the horizon, standing on y. */
export function farShip(x: number, y: number, scale: number, fill: string = palette.ocean): string {
  const s = (v: number) => round(v * scale);
  return `<path transform="translate(${x} ${y})" fill="${fill}" d="M0 0L${s(-8)} ${s(-14)}H${s(96)}L${s(88)} 0ZM${s(8)} ${s(-14)}V${s(-34)}H${s(26)}V${s(-14)}ZM${s(34)} ${s(-14)}V${s(-24)}H${s(84)}V${s(-14)}Z"/>`;
}
