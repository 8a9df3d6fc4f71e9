import { letter } from '../../drawing/lettering.ts';
import { palette as p, skins } from '../../drawing/palette.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import { firstAidCase, rescuer } from '../../scenes/elementary-first-aid.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, swing, verdict } from './common.ts';

const deck = rect(-120, 62, 240, 70, p.sand);

const lying = (x: number, y: number) =>
  place(
    x,
    y,
    `${rect(-40, -22, 84, 24, p.steel, 11)}${rect(36, -16, 66, 17, p.navy, 8)}${rect(92, -26, 13, 26, p.ink, 5)}${circle(-56, -12, 15, skins[1])}<path d="M-70 -6C-76 -22 -66 -30 -54 -28C-62 -20 -64 -12 -70 -6Z" fill="${p.ink}"/>`,
  );

/** Check for danger first: a live cable lies between helper and casualty. */
export const lookFirst: Picture = (t) => {
  const spark = blinks(t, 0.5) ? `<path d="M4 26l-10 16h9l-6 16l18 -22h-10l6 -10Z" fill="${p.ochre}"/>` : '';
  return `${ground(p.mist)}${deck}${curve('M-120 -40C-60 -40 -30 50 0 54', 6, p.ink)}${spark}${lying(30, 74)}${t > 2.4 ? `${rect(-76, -88, 44, 60, p.chalk, 8)}${rect(-64, -76, 20, 36, p.navy, 4)}${rect(-62, t > 3.2 ? -58 : -74, 16, 16, t > 3.2 ? '#2c8a58' : p.orange, 3)}` : ''}${t > 3.6 ? verdict(56, -56, true, 1.5) : ''}`;
};

/** Head tilted, chin lifted: an ear over the mouth listens. */
export const openAirway: Picture = (t) => {
  const tilt = 22 * between(t, 0.8, 2.4);
  const breath = repeat(3, (i) => {
    const way = (t * 0.5 + i / 3) % 1;
    return t > 3 ? circle(-26 - way * 8, -8 - way * 60, 4 + way * 4, p.chalk, `opacity="${round(1 - way)}"`) : '';
  });
  return `${ground(p.steel)}${rect(-120, 58, 240, 70, p.sand)}${rect(20, 4, 120, 62, p.blue, 28)}${place(14, 40, `<path d="M8 18C-30 24 -70 8 -76 -26C-78 -56 -50 -70 -24 -66C-12 -64 -8 -56 -10 -50L2 -38L-6 -32C-6 -26 -2 -22 -4 -16C2 -10 14 -6 22 -4Z" fill="${skins[1]}"/><path d="M-76 -26C-82 -62 -50 -76 -24 -66C-44 -56 -48 -30 -44 0C-60 -4 -72 -12 -76 -26Z" fill="${p.ink}"/>`, { turn: -tilt })}${breath}
    ${place(-60 + tilt * 0.4, -56, rect(-34, -13, 62, 26, skins[3], 13), { turn: 30 })}`;
};

/** Compressions in the right rhythm: 110 a minute. */
export const compressions: Picture = (t) => {
  const press = 0.5 + 0.5 * Math.sin(t * 2 * Math.PI * (110 / 60));
  const { body, arms } = rescuer(press * 2);
  return `${ground(p.shallow)}${deck}<g transform="translate(-4 78) scale(0.34)">${body}</g>${lying(4, 84)}<g transform="translate(-4 78) scale(0.34)">${arms}</g>`;
};

/** The defibrillator speaks, and everybody stands clear. */
export const defibrillator: Picture = (t) => {
  const beat = curve('M-42 -30h14l6 -14l9 30l8 -16h20', 5, p.shallow);
  const flash = t > 4 && blinks(t, 0.6);
  return `${ground(p.ocean)}${rect(-74, -76, 148, 132, p.ochre, 22)}${rect(-54, -58, 108, 56, p.navy, 8)}${beat}${circle(0, 28, 19, flash ? p.chalk : p.orange)}${curve('M3 16l-9 13h10l-6 12', 4, flash ? p.orange : p.chalk)}
    ${curve('M-40 56C-50 96 -80 80 -92 100M40 56C50 96 80 80 92 100', 5, p.ink)}${rect(-108, 92, 32, 24, p.chalk, 8)}${rect(76, 92, 32, 24, p.chalk, 8)}`;
};

/** Pressure on a wound; the bleeding slows down. */
export const pressWound: Picture = (t) => {
  const held = between(t, 1.2, 2);
  const drops = repeat(4, (i) => {
    const way = (t * 0.6 + i / 4) % 1;
    return circle(4 + i * 3, 20 + way * 74, 5, p.ember, `opacity="${round((1 - way) * (1 - between(t, 2, 5)))}"`);
  });
  return `${ground(p.paper)}${place(0, 0, `${rect(-130, -26, 260, 56, skins[1], 28)}${rect(-130, -26, 70, 56, p.blue, 20)}`, { turn: -8 })}${rect(-14, -10, 40, 10, p.ember, 5)}${drops}
    ${place(6, -92 + held * 74, `${rect(-56, -12, 112, 32, p.chalk, 8)}${rect(-34, -150, 68, 110, p.navy)}${rect(-46, -70, 92, 62, skins[3], 26)}${repeat(4, (i) => rect(-44 + i * 23, -24, 20, 40, skins[3], 10))}`)}`;
};

/** A burnt hand under the tap. */
export const coolBurn: Picture = (t) =>
  `${ground(p.shallow)}${curve('M-96 -40V-70C-96 -104 -20 -104 -20 -70V-58', 18, p.steel)}${rect(-30, -60, 20, 10, p.blue, 3)}${repeat(5, (i) => rect(-26 + (i % 2) * 5, -48 + ((t * 90 + i * 22) % 106), 6, 18, p.steel, 3))}
    ${rect(-76, 24, 150, 46, skins[2], 23)}${rect(40, 18, 90, 58, p.navy, 14)}${repeat(3, (i) => rect(-92, 26 + i * 15, 60, 13, skins[2], 6.5))}<ellipse cx="-14" cy="42" rx="22" ry="13" fill="${p.orange}" opacity="${round(0.9 - 0.6 * between(t, 1, 6))}"/>${rect(-120, 96, 240, 30, p.haze)}`;

/** The casualty lies flat, wrapped up, and warms slowly. */
export const keepWarm: Picture = (t) => {
  const wrap = 120 * between(t, 0.8, 3.4);
  const level = 28 + 6.5 * between(t, 2, 6.4);
  return `${ground(p.steel)}${deck}${lying(-2, 78)}<clipPath id="blanket"><rect x="-52" y="20" width="${round(wrap + 40)}" height="80"/></clipPath><g clip-path="url(#blanket)">${rect(-50, 50, 156, 36, p.orange, 16)}${repeat(6, (i) => rect(-36 + i * 24, 50, 7, 36, p.ember))}</g>
    ${circle(0, -46, 40, p.navy)}${letter(`${level.toFixed(1)} °C`, { x: 0, y: -39, size: 19, weight: 700, fill: p.chalk, anchor: 'middle' })}`;
};

/** The first-aid case opens. */
export const openCase: Picture = (t) =>
  `${ground(p.paper)}${rect(-120, 74, 240, 60, p.sand)}${place(0, 76 - Math.abs(swing(t, 3)) * 3, firstAidCase(), { scale: 0.72 })}`;
