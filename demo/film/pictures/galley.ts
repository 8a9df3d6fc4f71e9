import { letter } from '../../drawing/lettering.ts';
import { palette as p } from '../../drawing/palette.ts';
import { farShip } from '../../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import { probe, steam, stockPot } from '../../scenes/food-handling.ts';
import type { Picture } from '../script.ts';
import { between, ground, sea, swing, verdict } from './common.ts';

const green = '#2c8a58';

/** Hands under the tap, with foam and a count of twenty seconds. */
export const washHands: Picture = (t) => {
  const rub = swing(t, 0.9) * 7;
  const foam = repeat(7, (i) =>
    circle(-34 + i * 12, 30 + ((i * 11) % 16) + swing(t + i, 1.2) * 2, 7 + (i % 3) * 2, p.chalk),
  );
  const seconds = Math.round(20 * between(t, 0.8, 6.2));
  return `${ground(p.shallow)}${curve('M-96 -30V-64C-96 -94 -34 -94 -34 -64V-50', 18, p.steel)}${rect(-44, -52, 20, 12, p.blue, 3)}${rect(-38, -40, 8, 60 + ((t * 60) % 8), p.chalk, 4)}
    ${place(-24 + rub, 32, rect(-48, -16, 84, 32, '#bf8259', 16), { turn: 16 })}${place(-2 - rub, 40, rect(-34, -16, 84, 32, '#9a6240', 16), { turn: -14 })}${foam}${rect(-120, 92, 240, 40, p.haze)}
    ${circle(66, -50, 32, p.navy)}${letter(`${seconds} s`, { x: 66, y: -43, size: 20, weight: 700, fill: p.chalk, anchor: 'middle' })}`;
};

/** Boards of four colours appear in turn. */
export const colouredBoards: Picture = (t) => {
  const tones = [p.ember, p.steel, green, p.ochre];
  const current = Math.floor(t / 1.4) % 4;
  return `${ground(p.mist)}${tones.map((tone, i) => place(-78 + i * 52, i === current ? 42 : 58, rect(-22, -106, 44, 106, tone, 8) + circle(0, -92, 6, p.mist))).join('')}${rect(-120, 60, 240, 70, p.navy)}${rect(-120, 60, 240, 8, p.chalk)}`;
};

/** A sick messman stays out of the galley. */
export const stayAway: Picture = (t) => {
  const step = 18 * between(t, 1.4, 4);
  return `${ground(p.paper)}${rect(18, -92, 84, 184, p.navy, 6)}${rect(26, -84, 68, 176, p.steel, 4)}${circle(36, 6, 5, p.ochre)}${rect(-120, 92, 240, 30, p.sand)}
    ${place(-40 - step, 92, `${rect(-22, -98, 44, 66, p.chalk, 18)}${rect(-18, -40, 15, 40, p.ocean, 6)}${rect(3, -40, 15, 40, p.ocean, 6)}${circle(0, -116, 20, '#bf8259')}<path d="M-20 -120C-20 -144 20 -144 20 -120Z" fill="${p.chalk}"/>${curve('M20 -84C30 -70 12 -62 4 -64', 11, p.mist)}`)}${t > 1.2 ? verdict(60, -44, false, 1.4) : ''}`;
};

/** The danger zone on a thermometer: food must pass through it quickly. */
export const dangerZone: Picture = (t) => {
  const level = t < 3.4 ? between(t, 0.6, 3.2) : 1 - between(t, 3.8, 6);
  const y = 78 - level * 142;
  return `${ground(p.mist)}${rect(-30, -100, 44, 190, p.navy, 22)}${rect(-22, -92, 28, 174, p.chalk, 14)}<clipPath id="zone"><rect x="-22" y="-92" width="28" height="174" rx="14"/></clipPath>
    <g clip-path="url(#zone)">${rect(-22, -92, 28, 44, green)}${rect(-22, -48, 28, 92, p.orange)}${rect(-22, 44, 28, 50, p.steel)}</g>
    ${letter('60 °C', { x: 26, y: -42, size: 15, weight: 700, fill: p.ink })}${letter('5 °C', { x: 26, y: 50, size: 15, weight: 700, fill: p.ink })}${letter('danger zone', { x: 26, y: 4, size: 13, fill: p.ember })}
    <path d="M-40 ${round(y)}l-18 -10v20Z" fill="${p.navy}"/>${rect(-104, round(y) - 15, 46, 30, p.ochre, 8)}`;
};

/** A probe in a pot; the needle rises to the mark. */
export const coreTemperature: Picture = (t) =>
  `${ground(p.mist)}${place(0, 92, steam(t * 0.3) + place(-60, -170, probe(0.15 + 0.6 * between(t, 0.6, 4))) + stockPot(), { scale: 0.36 })}${rect(-120, 92, 240, 40, p.blue)}${letter(`${Math.round(24 + 50 * between(t, 0.6, 4))} °C`, { x: 52, y: -66, size: 20, weight: 700, fill: p.navy, anchor: 'middle' })}`;

/** Refrigerator shelves: cooked above, raw below. */
export const shelves: Picture = (t) => {
  const slide = (from: number) => 130 * (1 - between(t, from, from + 0.8));
  const box = (y: number, tone: string, from: number) =>
    place(slide(from), 0, rect(-50, y - 34, 62, 34, tone, 6) + rect(-54, y - 40, 70, 9, p.chalk, 4));
  return `${ground(p.ocean)}<clipPath id="fridge"><rect x="-82" y="-102" width="164" height="204" rx="10"/></clipPath>${rect(-90, -110, 180, 220, p.chalk, 14)}${rect(-82, -102, 164, 204, p.shallow, 10)}
    <g clip-path="url(#fridge)">${repeat(3, (i) => rect(-82, -42 + i * 64, 164, 6, p.haze))}${box(-42, green, 0.6)}${circle(40, -56, 14, p.orange)}${box(22, p.ochre, 1.8)}${box(86, p.ember, 3)}</g>
    ${t > 4 ? verdict(54, 62, true, 1.2) : ''}`;
};

/** The oldest case is used first, new stock is placed behind. */
export const rotation: Picture = (t) => {
  const move = between(t % 3.2, 0.8, 2.4) * 62;
  const tones = [p.ochre, p.steel, p.orange, p.steel];
  const crate = (tone: string) => rect(-26, -48, 52, 48, tone, 5) + rect(-26, -28, 52, 6, p.navy);
  return `${ground(p.mist)}${tones.map((tone, i) => place(-155 + i * 62 + move, 44, crate(tone))).join('')}${rect(-120, 44, 240, 12, p.navy)}${repeat(5, (i) => rect(-104 + i * 50, 56, 8, 60, p.navy))}${curve('M-62 -50H62m-16 -14l18 14l-18 14', 8, p.orange)}`;
};

/** Waste from the galley is kept until the ship is far enough from land. */
export const farFromLand: Picture = (t) => {
  const x = -46 + 106 * between(t, 0.5, 6);
  return `${ground(p.mist)}<path d="M-120 44V-10C-104 -34 -88 -20 -80 6C-70 14 -62 30 -58 44Z" fill="#7fa07c"/>${sea(t, 40)}${place(x, 46, farShip(0, 0, 0.6, p.navy))}${sea(t + 1, 52, p.ocean)}
    ${curve(`M-58 78H${round(x + 30)}`, 3, p.ochre, 'stroke-dasharray="5 7"')}${letter(`${Math.round(12 * between(t, 0.5, 6))} nautical miles`, { x: 0, y: 94, size: 12, weight: 600, fill: p.chalk, anchor: 'middle' })}`;
};
