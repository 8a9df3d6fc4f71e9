import { letter } from '../../drawing/lettering.ts';
import { palette as p } from '../../drawing/palette.ts';
import { swell } from '../../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import type { Picture } from '../script.ts';

/** Progress from 0 to 1 between two times. */
export function between(t: number, from: number, to: number): number {
  return Math.min(Math.max((t - from) / (to - from), 0), 1);
}

/** A sine wave from -1 to 1 with a period in seconds. */
export function swing(t: number, period: number): number {
  return Math.sin((2 * Math.PI * t) / period);
}

/** On for the first half of every period of `period` seconds. */
export function blinks(t: number, period = 1): boolean {
  return (t / period) % 1 < 0.5;
}

export function ground(tone: string): string {
  return rect(-120, -120, 240, 240, tone);
}

export function sea(t: number, y: number, tone: string = p.blue): string {
  return swell({ y, amplitude: 4, length: 80, phase: t * 0.2, from: -120, to: 120, bottom: 120 }, tone);
}

/** A tick in a disc, or a cross for what is wrong. */
export function verdict(x: number, y: number, right: boolean, size = 1): string {
  const sign = right ? 'M-9 1L-3 8L10 -7' : 'M-8 -8L8 8M8 -8L-8 8';
  const tone = right ? '#2c8a58' : p.orange;
  return place(x, y, circle(0, 0, 19, p.chalk) + circle(0, 0, 16, tone) + curve(sign, 5, p.chalk), { scale: size });
}

/** A sheet whose lines are ticked off one after the other. */
export function checklist(lines: number, every = 1.9): Picture {
  return (t) => {
    const rows = repeat(lines, (i) => {
      const y = -46 + i * (104 / lines);
      const done = t > 1.2 + i * every;
      return `${rect(-50, y - 8, 16, 16, done ? '#2c8a58' : p.mist, 4)}${done ? curve(`M-46 ${y}l3 4l6 -8`, 3, p.chalk) : ''}${rect(-24, y - 4, 66 - (i % 3) * 12, 8, p.haze, 4)}`;
    });
    return `${ground(p.ocean)}${place(0, 4, `${rect(-68, -88, 136, 170, p.navy, 12)}${rect(-60, -78, 120, 152, p.chalk, 6)}${rect(-28, -96, 56, 22, p.orange, 8)}${rows}`, { turn: -3 })}`;
  };
}

/** A big number with its unit. */
export function figure(value: string, unit: string, tone: string = p.navy): Picture {
  return (t) => {
    const shown = between(t, 0.2, 0.8);
    return `${ground(tone)}${circle(0, -4, 84, 'none', `stroke="${p.orange}" stroke-width="8" stroke-dasharray="${round(528 * between(t, 0.3, 2.4))} 600" transform="rotate(-90 0 -4)" stroke-linecap="round"`)}
      ${letter(value, { x: 0, y: 12, size: value.length > 4 ? 36 : 48, weight: 700, fill: p.chalk, anchor: 'middle', opacity: shown })}${letter(unit, { x: 0, y: 38, size: 14, weight: 600, fill: p.ochre, anchor: 'middle', opacity: shown })}`;
  };
}

type Mark = { at: number; label: string; tone: string };

/** A column that fills up past its marks; `to` is the final level, from 0 to 1. */
export function column(marks: readonly Mark[], to = 1, seconds = 5): Picture {
  return (t) => {
    const level = to * between(t, 0.6, seconds);
    const reached = marks.findLast((mark) => level >= mark.at);
    const top = 84 - 168 * level;
    const scale = marks.map(
      (mark) =>
        `${rect(-6, 82 - 168 * mark.at, 22, 4, p.navy, 2)}${letter(mark.label, { x: 20, y: 88.5 - 168 * mark.at, size: 17, weight: level >= mark.at ? 700 : 400, fill: p.ink })}`,
    );
    return `${ground(p.mist)}<g transform="translate(-18 0)">${rect(-54, -96, 44, 192, p.navy, 22)}${rect(-46, -88, 28, 176, p.chalk, 14)}
      <clipPath id="column"><rect x="-46" y="-88" width="28" height="176" rx="14"/></clipPath><g clip-path="url(#column)">${rect(-46, top, 28, 200, reached?.tone ?? p.steel)}</g>${scale.join('')}</g>`;
  };
}

/** A hand-held radio in use. */
export const radio: Picture = (t) => {
  const waves = [0, 1, 2].map((i) => {
    const strength = blinks(t + i * 0.2, 1.2) ? 1 : 0.3;
    const r = 24 + i * 16;
    return curve(
      `M${round(r * 0.7)} ${round(-r * 0.7)}A${r} ${r} 0 0 1 ${round(r * 0.7)} ${round(r * 0.7)}`,
      6,
      p.ochre,
      `stroke-opacity="${strength}"`,
    );
  });
  return `${ground(p.ocean)}${place(-18, 12, `${rect(-10, -104, 10, 70, p.ink, 5)}${rect(-36, -56, 72, 136, p.navy, 16)}${rect(-24, -42, 48, 34, p.shallow, 6)}${repeat(4, (i) => rect(-22, 8 + i * 13, 44, 6, p.steel, 3))}${rect(26, -30, 14, 50, p.orange, 6)}`)}
    ${place(24, -60, waves.join(''))}`;
};
