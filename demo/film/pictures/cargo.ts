import { letter } from '../../drawing/lettering.ts';
import { palette as p } from '../../drawing/palette.ts';
import { type HazardClass, placard } from '../../drawing/placard.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import { container } from '../../scenes/hazardous-material-transportation.ts';
import { drum, responder } from '../../scenes/hazmat.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, swing } from './common.ts';

/** Placards one after the other. */
export function placards(...classes: readonly [HazardClass, ...HazardClass[]]): Picture {
  return (t) => {
    const index = Math.min(Math.floor(t / 1.7), classes.length - 1);
    const current = classes[index] ?? classes[0];
    const entry = between(t - index * 1.7, 0, 0.35);
    return `${ground(p.ocean)}${place(0, (1 - entry) * 30, placard(current), { scale: 0.78 + 0.12 * entry })}`;
  };
}

/** A number plate with four digits that fall into place. */
export const unNumber: Picture = (t) => {
  const digits = ['1', '2', '6', '3'].map((digit, i) => {
    const settled = t > 1 + i * 0.9;
    return letter(settled ? digit : `${Math.floor(t * 15 + i * 3) % 10}`, {
      x: -36 + i * 34,
      y: 26,
      size: 48,
      weight: 700,
      fill: settled ? p.ink : '#b9772a',
      anchor: 'middle',
    });
  });
  return `${ground(p.navy)}${rect(-86, -62, 172, 116, p.ink, 8)}${rect(-80, -56, 160, 104, '#ee8a2e', 4)}${letter('UN', { x: -66, y: -28, size: 20, weight: 700, fill: p.ink })}${digits.join('')}`;
};

/** Three drums for three packing groups: high, medium and low danger. */
export const packingGroups: Picture = (t) => {
  const groups = [
    { label: 'I', tone: p.orange, shade: p.ember, word: 'high' },
    { label: 'II', tone: p.ochre, shade: '#cf9831', word: 'medium' },
    { label: 'III', tone: p.steel, shade: p.blue, word: 'low' },
  ];
  return `${ground(p.paper)}${rect(-120, 38, 240, 90, p.sand)}${groups
    .map(({ label, tone, shade, word }, i) => {
      const drop = (1 - between(t, 0.6 + i * 1.4, 1.2 + i * 1.4)) * -160;
      const labels = `${letter(label, { x: 0, y: -24, size: 22, weight: 700, fill: p.chalk, anchor: 'middle' })}${letter(word, { x: 0, y: 28, size: 13, weight: 600, fill: p.ink, anchor: 'middle' })}`;
      return place(-64 + i * 64, 40 + drop, `<g transform="scale(0.24)">${drum(tone, shade)}</g>${labels}`);
    })
    .join('')}`;
};

/** A container turns: four sides, four placards. */
export const fourSides: Picture = (t) => {
  const side = Math.floor(t / 1.6) % 4;
  const turn = between(t - Math.floor(t / 1.6) * 1.6, 0, 0.5);
  const width = 0.25 + 0.75 * turn;
  const end = side % 2 === 1;
  const face = end
    ? `${rect(-62, -62, 124, 124, p.orange, 4)}${rect(-54, -54, 52, 108, p.ember, 2)}${rect(2, -54, 52, 108, p.ember, 2)}${place(0, 0, placard('flammable-liquid'), { scale: 0.42 })}`
    : `<g transform="translate(-102 -46) scale(0.62)">${container(p.orange, p.ember)}</g>${place(0, 0, placard('flammable-liquid'), { scale: 0.36 })}`;
  const dots = repeat(4, (i) => circle(-27 + i * 18, 92, 6, i <= Math.min(Math.floor(t / 1.6), 3) ? p.ochre : p.blue));
  return `${ground(p.navy)}<g transform="scale(${round(width)} 1)">${face}</g>${dots}`;
};

/** The hold from above: two stows move apart until a whole compartment lies between them. */
export const segregation: Picture = (t) => {
  const apart = between(t, 1, 5);
  const bay = Math.round(apart * 3);
  const cells = repeat(4, (i) => rect(-40, -84 + i * 42, 80, 36, p.blue, 4));
  return `${ground(p.shallow)}<path d="M-56 -118C-20 -140 20 -140 56 -118V120H-56Z" fill="${p.navy}"/>${cells}${place(0, -66, placard('flammable-liquid'), { scale: 0.15 })}${place(0, -66 + bay * 42 + (bay === 0 ? 22 : 0), placard('oxidizer'), { scale: 0.15 })}
    ${curve(`M86 -66V${round(-66 + apart * 126)}M78 -66h16M78 ${round(-66 + apart * 126)}h16`, 5, p.orange)}`;
};

/** Declaration, packing certificate, manifest. */
export const documents: Picture = (t) => {
  const sheets = repeat(3, (i) => {
    const entry = between(t, 0.5 + i * 1.6, 1.1 + i * 1.6);
    const lines = repeat(5, (k) => rect(-36, -32 + k * 15, 70 - ((k * 17 + i * 9) % 30), 6, p.haze, 3));
    return entry === 0
      ? ''
      : place(
          -30 + i * 30,
          10 - i * 12 + (1 - entry) * 60,
          `${rect(-50, -66, 100, 132, p.navy, 6)}${rect(-47, -63, 94, 126, p.chalk, 4)}${rect(-36, -52, 44, 9, p.orange, 3)}${lines}${circle(28, 46, 11, ['#2c8a58', p.ochre, p.steel][i] ?? p.steel)}`,
          { turn: -6 + i * 6 },
        );
  });
  return `${ground(p.ocean)}${sheets}`;
};

/** The mark for marine pollutants: a bare tree and a dead fish. */
export const marinePollutant: Picture = (t) => {
  const sway = swing(t, 4) * 1.5;
  return `${ground(p.steel)}${place(0, 0, `${rect(-66, -66, 132, 132, p.ink, 3)}${rect(-60, -60, 120, 120, p.chalk, 2)}`, { turn: 45 })}
    ${place(-14, 30, `${curve('M0 0V-64M0 -26L-20 -48M0 -38L16 -58M-20 -48L-24 -60M16 -58L24 -62M0 -10L18 -26', 7, p.ink)}`, { turn: sway })}${curve('M-66 32C-40 24 -20 40 8 32S46 26 64 32', 6, p.ink)}
    <path d="M4 14C18 -4 44 -4 56 10L70 0V28L56 16C44 30 18 30 4 14Z" fill="${p.ink}"/>${curve('M16 8l8 8M24 8l-8 8', 3, p.chalk)}`;
};

/** A drum leaks drop by drop. */
export const leak: Picture = (t) => {
  const pool = 24 + 62 * between(t, 0.8, 6);
  const drop = 26 + ((t * 60) % 44);
  return `${ground(p.paper)}${rect(-120, 54, 240, 80, p.sand)}<ellipse cx="16" cy="80" rx="${round(pool)}" ry="${round(pool * 0.2)}" fill="${p.blue}"/>${place(-30, 76, `<g transform="scale(0.4)">${drum(p.orange, p.ember, 'corrosive')}</g>`)}${circle(24, drop, 5, p.blue)}`;
};

/** Someone looks at the leak through binoculars from a distance, with the wind behind. */
export const fromDistance: Picture = (t) =>
  `${ground(p.mist)}${rect(-120, 62, 240, 70, p.sand)}${place(72, 66, `<g transform="scale(0.24)">${drum(p.orange, p.ember, 'toxic')}</g>`)}${repeat(3, (i) => curve(`M${round(-104 + ((t * 44 + i * 74) % 220))} ${-82 + i * 20}h26`, 5, p.chalk))}
    ${curve('M44 70h-86m0 0l10 -8m-10 8l10 8', 4, p.orange)}${place(-76, 82, `${rect(-16, -78, 32, 48, p.orange, 14)}${rect(-14, -34, 12, 34, p.navy, 5)}${rect(2, -34, 12, 34, p.navy, 5)}${circle(0, -92, 14, '#bf8259')}${rect(6, -100, 26, 11, p.ink, 5)}${curve('M8 -66L26 -88', 9, p.ember)}<path d="M-17 -94A17 17 0 0 1 17 -94Z" fill="${p.chalk}"/>`)}`;

/** The suit is put on: boots, gloves, apparatus, mask. */
export const suited: Picture = (t) =>
  `${ground(p.ocean)}${place(18, 112, responder(), { scale: 0.36 })}${repeat(4, (i) => circle(-92, -54 + i * 32, 9, t > 1 + i * 1.3 ? '#5fd08e' : p.blue))}`;

/** Rolls of absorbent close a ring around a spill. */
export const boomCloses: Picture = (t) => {
  const closed = between(t, 0.8, 5.4) * 14;
  const rolls = repeat(14, (i) => {
    if (i > closed) return '';
    const angle = (i / 14) * 2 * Math.PI - Math.PI / 2;
    return place(Math.cos(angle) * 88, 8 + Math.sin(angle) * 62, rect(-19, -9, 38, 18, p.orange, 9), {
      turn: (Math.atan2(Math.cos(angle) * 62, -Math.sin(angle) * 88) * 180) / Math.PI,
    });
  });
  return `${ground(p.sand)}<path d="M-56 4C-64 -30 -16 -38 8 -30C44 -44 70 -16 58 10C64 36 20 44 -6 36C-34 48 -66 30 -56 4Z" fill="${p.blue}"/><path d="M-34 -6C-20 -20 10 -20 22 -12C10 -4 -16 2 -34 -6Z" fill="${p.steel}"/>${rolls}`;
};

/** The suit is washed down before it is taken off. */
export const washDown: Picture = (t) => {
  const water = repeat(12, (i) => {
    const way = (t * 0.9 + i / 12) % 1;
    return circle(-42 + ((i * 29) % 96), -84 + way * 176, 3, p.chalk, `opacity="${round(1 - way * 0.6)}"`);
  });
  return `${ground(p.steel)}${rect(-60, -104, 128, 12, p.navy, 6)}${rect(56, -100, 10, 220, p.navy, 5)}${repeat(5, (i) => rect(-48 + i * 22, -94, 12, 8, p.ink, 3))}${place(2, 112, responder(), { scale: 0.32 })}${water}${rect(-80, 108, 160, 14, p.ochre, 6)}`;
};

/** Eyes under running water. */
export const rinseEyes: Picture = (t) =>
  `${ground(p.shallow)}<path d="M-92 0C-50 -56 50 -56 92 0C50 56 -50 56 -92 0Z" fill="${p.chalk}"/>${circle(0, 0, 40, p.blue)}${circle(0, 0, 19, p.ink)}${circle(12, -12, 8, p.chalk)}${repeat(
    7,
    (i) => {
      const way = (t * 0.8 + i / 7) % 1;
      return rect(-70 + i * 22, -112 + way * 214, 5, 16, p.steel, 2.5);
    },
  )}${blinks(t, 3) ? '' : curve('M-92 0C-50 56 50 56 92 0', 5, p.haze)}`;
