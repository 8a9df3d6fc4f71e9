import { palette as p } from '../../drawing/palette.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import { helicopter, landingOfficer, windsock } from '../../scenes/helicopter-landing-assistance.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, sea, swing } from './common.ts';

const deck = rect(-120, 70, 240, 60, p.navy) + rect(-120, 66, 240, 7, p.ochre);

/** A helicopter comes in to land. */
export const approach: Picture = (t) => {
  const y = -74 + 92 * between(t, 0.3, 6);
  return `${ground(p.mist)}${sea(t, 44, p.steel)}${deck}<ellipse cx="0" cy="76" rx="${round(70 - y * 0.2)}" ry="4" fill="${p.ink}" opacity="0.35"/>${place(0, y, helicopter(t * 3.3), { scale: 0.3, turn: swing(t, 3) * 2 })}`;
};

/** Loose rubbish flies up while a rotor turns above. */
export const looseThings: Picture = (t) => {
  const force = between(t, 0.8, 3);
  const things = repeat(6, (i) => {
    const x = -70 + i * 28 + force * swing(t + i, 1.4) * 18;
    const y = 58 - force * (20 + (i % 3) * 24) * Math.abs(swing(t + i * 0.6, 2.2));
    const thing = i % 2 === 0 ? rect(-9, -6, 18, 12, p.chalk, 2) : circle(0, 0, 7, p.orange);
    return place(x, y, thing, { turn: force * t * 140 * (i % 2 === 0 ? 1 : -1) });
  });
  const gusts = repeat(3, (i) => curve(`M${-60 + i * 60} ${round(-52 + ((t * 60 + i * 20) % 60))}v22`, 4, p.haze));
  return `${ground(p.mist)}${deck}${gusts}${place(0, -84, helicopter(t * 3.3), { scale: 0.28 })}${things}`;
};

/** From above: the sector around the tail is red; the approach is from the front, on a signal. */
export const dangerSector: Picture = (t) => {
  const pulse = 0.8 + 0.2 * swing(t, 1.6);
  const blade = repeat(2, (i) => place(0, -22, rect(-74, -4, 148, 8, p.navy, 4), { turn: i * 90 + t * 150 }));
  const walk = -106 + 34 * between(t, 2.4, 5);
  return `${ground(p.blue)}<path d="M0 10L-76 124H76Z" fill="${p.orange}" opacity="${round(pulse)}"/>${circle(0, -22, 84, 'none', `stroke="${p.ochre}" stroke-width="4" stroke-dasharray="10 8"`)}
    <path d="M0 -74C26 -74 34 -44 30 -14C26 12 10 22 7 40V100H-7V40C-10 22 -26 12 -30 -14C-34 -44 -26 -74 0 -74Z" fill="${p.chalk}"/><path d="M-22 -46C-18 -66 18 -66 22 -46C12 -54 -12 -54 -22 -46Z" fill="${p.navy}"/>${rect(-24, 90, 48, 10, p.chalk, 4)}${place(10, 100, rect(-3, -22, 6, 44, p.ember, 3), { turn: t * 300 })}${blade}${circle(0, -22, 8, p.navy)}
    ${t > 2.2 ? `${circle(-64, walk + 28, 9, p.ochre)}${curve(`M-64 ${round(walk + 10)}l0 -1`, 8, p.ochre)}` : ''}`;
};

/** The windsock fills and swings. */
export const wind: Picture = (t) =>
  `${ground(p.mist)}${sea(t, 78, p.steel)}${place(-62, 100, windsock(swing(t, 1.4) * 0.9), { scale: 0.56 })}${repeat(3, (i) => curve(`M${round(-112 + ((t * 50 + i * 80) % 230))} ${-20 + i * 34}h22`, 5, p.chalk))}`;

/** The landing officer raises both arms. */
export const signal: Picture = (t) =>
  `${ground(p.mist)}${sea(t, 40, p.steel)}${deck}${place(0, 92, landingOfficer(0.5 + 0.5 * swing(t, 1.8)), { scale: 0.5 })}`;

/** Foam monitor and fire party at the edge of the deck. */
export const fireParty: Picture = (t) => {
  const jet = repeat(4, (i) => {
    const way = (t * 0.7 + i * 0.25) % 1;
    return circle(
      -34 + way * 130,
      20 - Math.sin(way * Math.PI) * 62,
      5 + way * 9,
      p.chalk,
      `opacity="${round(1 - way * 0.7)}"`,
    );
  });
  return `${ground(p.steel)}${deck}${rect(-104, 6, 34, 64, p.orange, 10)}${rect(-98, -6, 22, 16, p.ink, 4)}${rect(-60, 26, 14, 44, p.navy)}${place(-52, 24, rect(-8, -8, 42, 16, p.orange, 6), { turn: -26 })}${jet}${repeat(2, (i) => place(46 + i * 36, 70, `${rect(-9, -56, 18, 34, p.ochre, 8)}${rect(-8, -24, 7, 24, p.navy)}${rect(1, -24, 7, 24, p.navy)}${circle(0, -64, 9, '#9a6240')}${rect(-11, -76, 22, 10, p.orange, 5)}`))}`;
};

/** The hook comes down and discharges into the sea before anyone may touch it. */
export const staticHook: Picture = (t) => {
  const y = -60 + 110 * between(t, 0.6, 3.2);
  const spark =
    t > 3.2 && t < 4.6 && blinks(t, 0.3)
      ? `<path d="M-4 ${round(y + 12)}l-8 14h8l-6 16l18 -22h-9l6 -8Z" fill="${p.ochre}"/>`
      : '';
  return `${ground(p.mist)}${sea(t, 62)}${place(0, -96, helicopter(t * 3.3), { scale: 0.24 })}${rect(-1.5, -76, 3, y + 72, p.ink)}${curve(`M0 ${round(y - 6)}v8a8 8 0 1 1 -10 8`, 5, p.orange)}${spark}`;
};

/** A hook made fast to a rail is crossed out; a free hook is right. */
export const neverMakeFast: Picture = (t) => {
  const free = t > 3.4;
  const sway = free ? swing(t, 2) * 12 : 0;
  const cable = curve(`M0 -120C0 -60 ${round(sway)} -40 ${round(sway)} ${free ? -6 : 34}`, 4, p.ink);
  const hook = curve(`M${round(sway)} ${free ? -6 : 34}v8a8 8 0 1 1 -10 8`, 5, p.orange);
  const rail = rect(-120, 46, 240, 9, p.chalk, 4) + repeat(6, (i) => rect(-104 + i * 40, 46, 7, 60, p.chalk));
  const sign = free ? '#2c8a58' : p.orange;
  return `${ground(p.steel)}${rail}${cable}${hook}${circle(66, -56, 30, p.chalk)}${circle(66, -56, 25, sign)}${curve(free ? 'M54 -56L63 -46L79 -66' : 'M55 -67L77 -45M77 -67L55 -45', 7, p.chalk)}`;
};
