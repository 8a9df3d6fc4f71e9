import { letter } from '../../drawing/lettering.ts';
import { palette as p, skins } from '../../drawing/palette.ts';
import { circle, curve, place, polygon, rect, repeat, round } from '../../drawing/svg.ts';
import { fireFighter, flame, spray } from '../../scenes/fire-prevention-and-fire-fighting.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, swing } from './common.ts';

const alight = (t: number, scale: number, x: number, y: number) =>
  place(x, y, flame(swing(t, 1.1)), { scale: scale * (1 + 0.05 * swing(t + x, 0.7)) });

/** Heat, fuel, oxygen: without one side, the fire goes out. */
export const triangle: Picture = (t) => {
  const out = between(t, 4.2, 5);
  const side = (turn: number, word: string, tone: string, away: number) =>
    place(
      0,
      10,
      `<g transform="translate(0 ${round(away)})">${rect(-82, 44, 164, 24, tone, 12)}${letter(word, { x: 0, y: 61, size: 14, weight: 700, fill: p.chalk, anchor: 'middle' })}</g>`,
      { turn },
    );
  return `${ground(p.navy)}${out < 1 ? `<g opacity="${round(1 - out)}">${alight(t, 0.3, 0, 36)}</g>` : ''}${side(0, 'FUEL', p.steel, 0)}${side(120, 'HEAT', p.ember, out * 50)}${side(240, 'OXYGEN', p.blue, 0)}`;
};

/** Fire on one side of a steel bulkhead; a cabin heats up on the other. */
export const throughSteel: Picture = (t) => {
  const heat = between(t, 0.8, 6);
  return `${ground(p.mist)}${rect(-120, -120, 122, 240, p.ink)}${alight(t, 0.42, -62, 84)}${rect(-120, 84, 240, 40, p.navy)}
    ${rect(-8, -120, 20, 210, p.steel)}<g opacity="${round(heat)}">${rect(-8, -120, 20, 210, p.orange)}</g>${rect(48, 20, 66, 64, '#a97b4f', 4)}${rect(52, -6, 60, 26, p.chalk, 8)}
    ${repeat(3, (i) => curve(`M${22 + i * 9} ${-30 + i * 26}c8 -8 -6 -14 4 -24`, 4, p.orange, `stroke-opacity="${round(heat)}"`))}`;
};

/** The alarm button is pressed before anything else. */
export const callPoint: Picture = (t) => {
  const pressed = t > 1.6;
  const rays =
    pressed && blinks(t, 0.6)
      ? repeat(12, (i) => place(0, 0, rect(-4, -112, 8, 22, p.ochre, 4), { turn: i * 30 }))
      : '';
  return `${ground(p.navy)}${rays}${rect(-66, -66, 132, 132, p.ember, 14)}${rect(-60, -60, 120, 120, p.orange, 12)}${rect(-38, -38, 76, 76, p.chalk, 8)}${circle(0, 0, pressed ? 17 : 20, p.ink)}${curve('M-28 -28L-10 -10M28 -28L10 -10M-28 28L-10 10M28 28L10 10', 5, p.ink)}
    ${place(96 - 82 * between(t, 0.6, 1.6) + (pressed ? 60 * between(t, 2, 3) : 0), 70 - 64 * between(t, 0.6, 1.6) + (pressed ? 60 * between(t, 2, 3) : 0), rect(-12, -12, 110, 26, skins[2], 13), { turn: 40 })}`;
};

/** Extinguishers appear one by one, each with its use. */
export const extinguishers: Picture = (t) => {
  const kinds = [
    { band: p.steel, word: 'water' },
    { band: '#e9dfc0', word: 'foam' },
    { band: p.ink, word: 'CO2' },
  ];
  const current = Math.floor(t / 1.9) % 3;
  return `${ground(p.mist)}${rect(-120, 54, 240, 70, p.navy)}${kinds
    .map(({ band, word }, i) => {
      const lift = i === current ? -14 : 0;
      const nozzle =
        word === 'CO2'
          ? polygon(
              [
                [26, -52],
                [42, -18],
                [22, -12],
              ],
              p.ink,
            )
          : rect(24, -52, 8, 40, p.ink, 4);
      return place(
        -56 + i * 54,
        54 + lift,
        `${rect(-18, -112, 36, 110, '#c8322a', 14)}${rect(-18, -80, 36, 20, band)}${rect(-9, -126, 18, 16, p.ink, 3)}${curve('M6 -124C24 -124 28 -90 28 -58', 5, p.ink)}${nozzle}${letter(word, { x: 0, y: 22 - lift, size: 13, weight: 700, fill: i === current ? p.ochre : p.haze, anchor: 'middle' })}`,
      );
    })
    .join('')}`;
};

/** A lid slides over a burning pan. */
export const lidOnPan: Picture = (t) => {
  const cover = between(t, 1.8, 3.6);
  return `${ground(p.paper)}${rect(-120, 66, 240, 60, p.steel)}${cover < 1 ? `<g opacity="${round(1 - between(t, 3, 3.6))}">${alight(t, 0.3, -6, 24)}</g>` : ''}${rect(-70, 20, 128, 44, p.ink, 12)}${rect(54, 30, 66, 14, p.ink, 7)}${place(-150 + cover * 144, 14, `${rect(-72, -8, 140, 14, p.navy, 7)}${rect(-14, -22, 24, 16, p.orange, 6)}`)}${cover === 1 ? repeat(3, (i) => curve(`M${-40 + i * 34} ${round(-16 - ((t * 16 + i * 9) % 24))}c-8 -8 8 -14 0 -22`, 5, p.haze)) : ''}`;
};

/** The jet is aimed at the seat of the fire. */
export const attack: Picture = (t) => {
  const left = 1 - 0.7 * between(t, 1.4, 6.4);
  return `${ground(p.blue)}${rect(-120, 84, 240, 40, p.ink)}${alight(t, 0.46 * left, 80, 86)}${alight(t + 1, 0.38 * left, 52, 86)}${place(14, 8 + swing(t, 2) * 2, spray(210), { scale: 0.34, turn: 14 })}${place(-52, 86, fireFighter(), { scale: 0.26 })}`;
};

/** The back of a hand moves up along a hot door. */
export const feelDoor: Picture = (t) => {
  const y = 64 - 92 * between(t, 0.8, 4);
  const glow = 0.25 + 0.45 * between(t, 2, 5);
  return `${ground(p.navy)}${rect(-44, -104, 124, 220, p.steel, 26)}${rect(-34, -94, 104, 210, p.haze, 20)}<g opacity="${round(glow)}">${rect(-34, -94, 104, 120, p.orange, 20)}</g>${circle(52, 16, 8, p.ink)}${place(-34, y, `${rect(-86, -14, 70, 30, p.ochre, 13)}${rect(-24, -22, 34, 44, skins[2], 14)}`)}`;
};

/** Nobody is left inside, openings are shut, then the gas is released. */
export const carbonDioxide: Picture = (t) => {
  const closed = between(t, 1, 3);
  const gas = between(t, 4, 6.4);
  return `${ground(p.mist)}${rect(-110, -30, 120, 130, p.ink, 8)}${alight(t, 0.3 * (1 - gas), -52, 96)}<g opacity="${round(gas * 0.75)}">${rect(-110, -30, 120, 130, p.haze, 8)}</g>${repeat(2, (i) => place(-82 + i * 60, -38, rect(0, -6, 40, 8, p.orange, 4), { turn: -50 * (1 - closed) }))}
    ${repeat(3, (i) => rect(34 + i * 27, 0, 22, 98, '#c8322a', 10) + rect(40 + i * 27, -14, 10, 16, p.ink, 3))}${curve('M45 -16H104M45 -16V-34H10', 6, p.steel)}${rect(-120, 98, 240, 30, p.navy)}${circle(44, -72, 24, p.navy)}${letter(t > 3 ? '0' : `${3 - Math.floor(between(t, 0.4, 3) * 3)}`, { x: 44, y: -63, size: 26, weight: 700, fill: p.chalk, anchor: 'middle' })}`;
};

/** The gauge of a breathing apparatus falls to the warning whistle. */
export const airGauge: Picture = (t) => {
  const left = 1 - between(t, 0.6, 5.4) * 0.84;
  const low = left < 0.25;
  return `${ground(p.ocean)}${circle(0, 0, 92, p.ink)}${circle(0, 0, 82, p.chalk)}<path d="M-58 41A71 71 0 0 1 -68 -18L-50 -13A52 52 0 0 0 -43 30Z" fill="${p.orange}"/>${curve('M-64 -30A71 71 0 1 1 58 41', 12, p.haze)}${place(0, 0, rect(-4, -62, 8, 72, p.navy, 4), { turn: -125 + left * 250 })}${circle(0, 0, 12, p.navy)}${letter('bar', { x: 0, y: 44, size: 15, weight: 600, fill: p.steel, anchor: 'middle' })}
    ${low && blinks(t, 0.5) ? curve('M84 -72q14 -12 22 4M92 -92q20 -12 28 8', 6, p.ochre) : ''}`;
};
