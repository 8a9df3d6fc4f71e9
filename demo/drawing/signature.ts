import { chance } from './chance.ts';
import { curve, round } from './svg.ts';

export const signatureSize = { width: 600, height: 220 } as const;

/** A signature as a single running line: a large first loop, a slanting row of smaller ones, a stroke below. */
export function signatureContent(seed: string): string {
  const next = chance(seed);
  const spread = (low: number, high: number) => low + next() * (high - low);
  let x = spread(64, 90);
  const base = spread(128, 146);
  let path = `M${round(x)} ${round(base)}C${round(x - 30)} ${round(base - spread(90, 120))} ${round(x + 90)} ${round(base - spread(100, 124))} ${round(x + 54)} ${round(base - 10)}`;
  path += `S${round(x - 20)} ${round(base + 34)} ${round(x + 70)} ${round(base - spread(20, 40))}`;
  x += 70;
  const strokes = Math.floor(spread(5, 9));
  for (let i = 0; i < strokes; i++) {
    const height = spread(22, 46) * (next() < 0.25 ? 1.9 : 1) * (1 - i / (strokes * 1.8));
    const step = spread(30, 46);
    const lean = spread(8, 20);
    path += `C${round(x + lean)} ${round(base - height)} ${round(x + step * 0.7 + lean)} ${round(base - height)} ${round(x + step * 0.5)} ${round(base + spread(-6, 8))}`;
    path += `S${round(x + step * 0.8)} ${round(base + spread(2, 16))} ${round(x + step)} ${round(base - spread(4, 14))}`;
    x += step;
  }
  const tail = `M${round(x)} ${round(base - 8)}C${round(x + 60)} ${round(base - 40)} ${round(x + 60)} ${round(base + 54)} ${round(spread(150, 220))} ${round(base + spread(36, 52))}`;
  return `<rect width="600" height="220" fill="#fdfdfb"/>${curve(path, 5.5, '#16264a')}${curve(tail, 4, '#16264a')}`;
}
