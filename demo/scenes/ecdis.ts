import { palette as p } from '../drawing/palette.ts';
import { backdrop, farShip, swell } from '../drawing/scenery.ts';
import { circle, curve, type Point, place, polar, rect, repeat, stroke } from '../drawing/svg.ts';

const land = '#d8c48c';
const track: readonly Point[] = [
  [-390, 210],
  [-250, 60],
  [-60, 20],
  [90, -110],
  [330, -170],
];

/** A chart on a display, 900 by 520 around the origin; `along` from 0 to 1 moves own ship over the first legs. */
export function chartDisplay(along = 0.4): string {
  const at = position(along);
  const ring = (r: number) =>
    circle(at.x, at.y, r, 'none', `stroke="${p.navy}" stroke-opacity="0.45" stroke-width="3"`);
  const points = track.map(([x, y]) => circle(x, y, 15, 'none', `stroke="${p.orange}" stroke-width="7"`)).join('');
  return `<clipPath id="display"><rect x="-450" y="-260" width="900" height="520" rx="18"/></clipPath><g clip-path="url(#display)">
    ${rect(-450, -260, 900, 520, p.chalk)}
    <path d="M-450 -260H-40C-60 -180 -180 -170 -230 -110C-270 -50 -380 -60 -450 0Z" fill="${p.mist}"/>
    <path d="M-450 -260H-110C-140 -200 -230 -200 -270 -150C-310 -100 -390 -110 -450 -60Z" fill="${p.shallow}"/>
    <path d="M-450 -260H-180C-210 -220 -270 -230 -300 -190C-330 -150 -400 -160 -450 -120Z" fill="${land}"/>
    <path d="M450 260V-20C380 -30 360 40 280 60C220 80 200 150 120 170C80 190 60 230 60 260Z" fill="${p.mist}"/>
    <path d="M450 260V60C400 60 380 110 310 130C260 146 230 200 170 220C150 230 140 246 140 260Z" fill="${p.shallow}"/>
    <path d="M450 260V130C410 130 390 170 340 186C300 200 270 230 240 260Z" fill="${land}"/>
    <path d="M-130 150c20 -40 80 -40 96 -6s-22 66 -62 58s-46 -30 -34 -52Z" fill="${p.shallow}"/><path d="M-110 156c14 -26 50 -26 60 -4s-14 42 -40 36s-28 -18 -20 -32Z" fill="${land}"/>
    ${repeat(5, (i) => `<path d="M${-360 + i * 180} -260V260M-450 ${-200 + i * 100}H450" stroke="${p.haze}" stroke-opacity="0.55" stroke-width="2.5"/>`)}
    ${[
      [-30, -150],
      [200, -40],
      [10, 210],
      [-330, 110],
      [250, -220],
      [-180, -20],
    ]
      .map(([x = 0, y = 0]) => circle(x, y, 5, p.steel))
      .join('')}
    ${stroke(track, 8, p.orange)}${points}${ring(84)}${ring(150)}
    ${place(at.x, at.y, `<path d="M0 -44L20 10V30H-20V10Z" fill="${p.navy}"/><path d="M0 -44V-124" stroke="${p.navy}" stroke-width="5" stroke-dasharray="14 8"/>`, { turn: at.course })}
    ${place(210, 20, `<path d="M0 -24L18 18H-18Z" fill="none" stroke="${p.ember}" stroke-width="6" stroke-linejoin="round"/><path d="M0 -24V-70" stroke="${p.ember}" stroke-width="5" stroke-dasharray="10 7"/>`, { turn: -60 })}</g>`;
}

function position(along: number): { x: number; y: number; course: number } {
  const legs = track.length - 1;
  const leg = Math.min(Math.floor(along * legs), legs - 1);
  const t = along * legs - leg;
  const [ax, ay] = track[leg] ?? [0, 0];
  const [bx, by] = track[leg + 1] ?? [0, 0];
  return { x: ax + (bx - ax) * t, y: ay + (by - ay) * t, course: (Math.atan2(bx - ax, ay - by) * 180) / Math.PI };
}

function compassRepeater(): string {
  const ticks = repeat(24, (i) => {
    const [ax, ay] = polar([0, 0], 78, i * 15);
    const [bx, by] = polar([0, 0], i % 6 === 0 ? 56 : 66, i * 15);
    return `M${ax} ${ay}L${bx} ${by}`;
  });
  return `${circle(0, 0, 96, p.ink)}${circle(0, 0, 86, p.chalk)}<path d="${ticks}" stroke="${p.navy}" stroke-width="5"/>${place(0, 0, `<path d="M0 -52L13 0H-13Z" fill="${p.orange}"/><path d="M0 52L13 0H-13Z" fill="${p.steel}"/>`, { turn: 48 })}${circle(0, 0, 8, p.navy)}`;
}

function windows(): string {
  const posts = repeat(5, (i) => rect(120 + i * 340 - 150, 0, 34, 560, p.navy));
  return `${farShip(220, 402, 1.9, p.blue)}${farShip(1330, 404, 1.2, p.steel)}
    ${swell({ y: 408, amplitude: 6, length: 220, to: 1600, bottom: 700 }, p.steel)}${swell({ y: 440, amplitude: 9, length: 300, phase: 0.3, to: 1600, bottom: 700 }, p.blue)}
    ${rect(0, 0, 1600, 84, p.navy)}${posts}${rect(0, 540, 1600, 360, p.navy)}`;
}

export function scene(): string {
  const keys = repeat(3, (row) =>
    repeat(9, (i) =>
      rect(610 + i * 38 - row * 4, 806 + row * 24, 28, 16, row === 1 && i === 6 ? p.orange : p.steel, 4),
    ),
  );
  return `${backdrop(p.mist, p.blue, { x: 800, y: 380, radius: 352, fill: '#f5e7c9' })}${windows()}
    <path d="M110 640H1490L1600 900H0Z" fill="${p.ocean}"/><path d="M110 640H1490L1504 672H96Z" fill="${p.blue}"/>
    ${rect(690, 700, 220, 80, p.navy)}${rect(300, 106, 1000, 626, p.ink, 36)}${rect(318, 122, 964, 590, p.navy, 26)}
    ${place(752, 400, chartDisplay(0.42), { scale: 0.93 })}
    ${rect(1186, 158, 80, 484, '#17385c', 12)}${repeat(4, (i) => rect(1198, 176 + i * 60, 56, 18, p.steel, 6) + rect(1198, 202 + i * 60, 40, 10, p.blue, 5))}${circle(1226, 460, 26, p.orange)}${curve('M1202 560A26 26 0 1 0 1250 560', 8, p.ochre)}
    ${rect(334, 650, 932, 44, '#17385c', 12)}${repeat(6, (i) => rect(352 + i * 152, 664, 116, 16, i === 2 ? p.ochre : p.steel, 8))}
    ${place(196, 748, compassRepeater(), { scale: 1.04 })}${keys}
    ${circle(1120, 826, 42, p.navy)}${circle(1120, 820, 36, p.orange)}
    ${rect(1330, 690, 46, 128, p.navy, 20)}${rect(1322, 720, 62, 40, p.orange, 16)}${rect(1430, 712, 46, 116, p.navy, 20)}${rect(1422, 770, 62, 40, p.chalk, 16)}`;
}
