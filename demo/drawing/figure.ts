import { palette } from './palette.ts';
import { circle, type Point, rect, round, stroke } from './svg.ts';

/** A hard hat that sits on a head of the given radius centred at the origin. */
export function hardHat(radius: number, fill: string): string {
  const r = radius * 1.16;
  return `<path d="M${round(-r)} ${round(-r * 0.12)}A${round(r)} ${round(r)} 0 0 1 ${round(r)} ${round(-r * 0.12)}Z" fill="${fill}"/>
    ${rect(-r * 1.18, -r * 0.24, r * 2.36, r * 0.26, fill, r * 0.13)}
    ${rect(-r * 0.16, -r * 1.1, r * 0.32, r * 0.9, palette.chalk, r * 0.12)}`;
}

/** A head without features, so that any viewer can identify with it. */
export function head(x: number, y: number, radius: number, skin: string): string {
  return circle(x, y, radius, skin);
}

/** An arm or a leg: cloth up to the last joint, then a hand or a boot in its own colour. */
export function limb(points: readonly Point[], width: number, cloth: string, end: string): string {
  const last = points.at(-1);
  const before = points.at(-2);
  if (last === undefined || before === undefined) return '';
  const [dx, dy] = [last[0] - before[0], last[1] - before[1]];
  const reach = width * 0.42;
  const length = Math.hypot(dx, dy);
  const tip: Point = [last[0] + (dx / length) * reach, last[1] + (dy / length) * reach];
  return stroke([last, tip], width * 0.82, end) + stroke(points, width, cloth);
}

/** The reflective bands on working clothes. */
export function bands(x: number, y: number, width: number, gap: number, count: number, height = 14): string {
  return Array.from({ length: count }, (_, i) => rect(x, y + i * gap, width, height, palette.mist)).join('');
}
