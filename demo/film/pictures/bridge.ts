import { palette as p, skins } from '../../drawing/palette.ts';
import { farShip, swell } from '../../drawing/scenery.ts';
import { circle, curve, place, polar, rect, repeat, round } from '../../drawing/svg.ts';
import { chartDisplay } from '../../scenes/ecdis.ts';
import { liferaft } from '../../scenes/personal-survival-techniques.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, sea, swing } from './common.ts';

/** A chart display with own ship on its way. */
export const routeRuns: Picture = (t) =>
  `${ground(p.navy)}${place(10, 0, chartDisplay(between(t, 0, 9)), { scale: 0.46 })}`;

/** Shallow water is filled in blue up to the safety contour, which turns bold. */
export const safetyContour: Picture = (t) => {
  const depth = between(t, 1, 4);
  const line = 'M-120 58C-70 20 -50 60 -10 20S50 -10 124 -34';
  return `${ground(p.chalk)}<g opacity="${round(depth)}"><path d="${line}V120H-120Z" fill="${p.haze}"/></g><path d="M-120 92C-60 60 -40 96 0 62S60 40 124 16V120H-120Z" fill="${p.shallow}"/><path d="M-120 112C-60 100 -20 116 20 92S80 78 124 58V120H-120Z" fill="#d8c48c"/>
    ${curve(line, 3 + depth * 5, p.navy)}${place(-30 + 14 * swing(t, 6), -56, `<path d="M0 -22L10 6V16H-10V6Z" fill="${p.navy}"/>`, { turn: 76 })}${curve('M-10 -54h60', 3, p.navy, 'stroke-dasharray="8 6"')}`;
};

/** A route is checked leg by leg; a danger near the third is marked. */
export const checkRoute: Picture = (t) => {
  const points = [
    [-74, 56],
    [-36, 8],
    [14, 22],
    [46, -36],
    [78, -56],
  ] as const;
  const path = points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const along = between(t, 0.8, 5.6) * (points.length - 1);
  const leg = Math.min(Math.floor(along), points.length - 2);
  const [ax, ay] = points[leg] ?? [0, 0];
  const [bx, by] = points[leg + 1] ?? [0, 0];
  const k = along - leg;
  const found = along > 2.4;
  return `${ground(p.chalk)}${curve(path, 5, p.orange)}${points.map(([x, y]) => circle(x, y, 8, p.chalk, `stroke="${p.orange}" stroke-width="5"`)).join('')}
    ${curve('M36 4l12 12M48 4l-12 12', 4, p.ember)}${found ? circle(42, 10, 20, 'none', `stroke="${p.ember}" stroke-width="4"`) : ''}${place(ax + (bx - ax) * k, ay + (by - ay) * k, `${circle(0, 0, 24, 'none', `stroke="${p.navy}" stroke-width="7"`)}${curve('M17 17L38 38', 10, p.navy)}`)}`;
};

/** A radar sweep meets two echoes where the chart shows them. */
export const radar: Picture = (t) => {
  const echoes = [
    [-38, -30],
    [46, 18],
    [10, 56],
  ].map(([x = 0, y = 0]) => circle(x, y, 6, p.ochre));
  const [sx, sy] = polar([0, 0], 96, t * 90);
  const [wx, wy] = polar([0, 0], 96, t * 90 - 34);
  return `${ground(p.ink)}${circle(0, 0, 98, '#0d2f33')}${repeat(3, (i) => circle(0, 0, 32 * (i + 1), 'none', 'stroke="#2e7f74" stroke-width="2.5"'))}<path d="M0 0L${sx} ${sy}A96 96 0 0 0 ${wx} ${wy}Z" fill="#3fae9b" opacity="0.5"/>${curve(`M0 0L${sx} ${sy}`, 3, '#8fe6d5')}${echoes.join('')}`;
};

/** Somebody looks out of the bridge window instead of at the screen. */
export const lookout: Picture = (t) =>
  `${ground(p.mist)}${place(-96 + t * 9, -14, farShip(0, 0, 0.6, p.blue))}${sea(t, -14, p.steel)}${rect(-120, -120, 240, 30, p.navy)}${rect(-44, -120, 12, 156, p.navy)}${rect(52, -120, 12, 156, p.navy)}${rect(-120, 36, 240, 90, p.navy)}
    ${place(4, 120, `${rect(-44, -104, 88, 110, p.ink, 30)}${rect(-44, -92, 24, 8, p.ochre)}${rect(20, -92, 24, 8, p.ochre)}${circle(0, -124, 26, skins[2])}<path d="M-28 -130A28 28 0 0 1 28 -130Z" fill="${p.chalk}"/>${rect(-30, -134, 60, 8, p.navy, 4)}`)}`;

/** A position that jumps away from the ship's true position. */
export const wrongPosition: Picture = (t) => {
  const jump = t > 2.2 ? 1 : 0;
  const ghost = place(
    -20 + jump * 66,
    20 - jump * 62,
    `<path d="M0 -22L10 6V16H-10V6Z" fill="none" stroke="${p.orange}" stroke-width="5"/>`,
    { turn: 40 },
  );
  return `${ground(p.chalk)}<path d="M-120 -120H-20C-40 -60 -90 -70 -120 -20Z" fill="${p.shallow}"/><path d="M-120 -120H-60C-76 -84 -100 -90 -120 -64Z" fill="#d8c48c"/>${place(-20, 20, `<path d="M0 -22L10 6V16H-10V6Z" fill="${p.navy}"/>`, { turn: 40 })}${jump && blinks(t, 0.8) ? '' : ghost}
    ${t > 4 ? `${curve('M-64 -70L-20 20M80 86L-20 20', 3, p.navy, 'stroke-dasharray="9 7"')}${circle(-64, -70, 7, p.navy)}${circle(80, 86, 7, p.navy)}` : ''}`;
};

/** A ship under way, for films without a specific course. */
export const underWay: Picture = (t) =>
  `${ground(p.mist)}${circle(52, -46, 26, '#f5e7c9')}${sea(t, 22, p.steel)}${place(-74, 40 + swing(t, 2.6) * 3, farShip(0, 0, 1.5, p.navy), { turn: swing(t, 3.4) * 1.5 })}${swell({ y: 42, amplitude: 6, length: 90, phase: -t * 0.25, from: -120, to: 120, bottom: 120 }, p.blue)}`;

/** A liferaft on a swell at night. */
export const raftAfloat: Picture = (t) =>
  `${ground(p.navy)}${circle(54, -62, 15, '#f5e7c9')}${sea(t, 14, p.ocean)}${place(-4, 56 + swing(t, 2.4) * 4, liferaft(), { scale: 0.27, turn: swing(t, 3) * 4 })}${swell({ y: 54, amplitude: 6, length: 96, phase: -t * 0.25, from: -120, to: 120, bottom: 120 }, p.blue)}`;
