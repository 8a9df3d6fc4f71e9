import { limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop, farShip, swell } from '../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, stroke } from '../drawing/svg.ts';

const safe = '#2c8a58';

/** Two heartbeats along a line from the left edge to the right. */
function heartLine(): string {
  const beat = 'h34l22 -46l26 46h30l24 -176l44 300l36 -168l18 44h40';
  return curve(`M-20 356H150${beat}H1090${beat}H1640`, 15, p.orange);
}

/** First-aid case: white cross on green, the sign for a safe condition. */
export function firstAidCase(): string {
  return `${curve('M-50 -176V-210H50V-176', 18, p.navy)}${rect(-140, -180, 280, 190, safe, 28)}${rect(-140, -84, 280, 14, '#206b43')}
    ${circle(0, -86, 66, p.chalk)}${rect(-15, -130, 30, 88, safe, 5)}${rect(-44, -101, 88, 30, safe, 5)}`;
}

/** A defibrillator with its two leads and pads, which reach about 300 to the right. */
function defibrillator(): string {
  const lead = (y: number, x: number, drop: number) =>
    curve(`M90 ${y}C190 ${y - 60} ${x - 60} ${drop - 120} ${x} ${drop}`, 8, p.navy);
  return `${lead(-70, 318, 26)}${lead(-44, 262, 22)}${rect(-100, -120, 200, 130, p.ochre, 26)}${rect(-76, -98, 100, 62, p.navy, 10)}
    <path d="M-62 -66h18l8 -16l12 30l10 -14h22" stroke="${p.shallow}" stroke-width="6" fill="none" stroke-linejoin="round"/>${circle(62, -68, 24, p.orange)}`;
}

/** The casualty on the back, head to the left. */
function casualty(): string {
  return `${limb(
    [
      [250, -34],
      [430, -40],
      [610, -26],
    ],
    84,
    p.navy,
    p.ink,
  )}${rect(592, -98, 56, 96, p.ink, 22)}
    ${rect(-170, -104, 450, 108, p.steel, 52)}${rect(190, -104, 20, 108, p.mist)}${stroke(
      [
        [-110, -22],
        [30, -6],
        [160, -16],
      ],
      46,
      p.blue,
    )}${circle(178, -16, 26, skins[1])}
    ${rect(-226, -84, 90, 60, skins[1], 26)}${circle(-262, -62, 68, skins[1])}<path d="M-316 -20C-344 -64 -326 -124 -270 -132C-296 -100 -296 -62 -316 -20Z" fill="${p.ink}"/>`;
}

/**
 * The rescuer, in two parts with the casualty between them: knees and body behind, straight arms in front. `press` from
 * 0 to 1 pushes down.
 */
export function rescuer(press = 0.4): { body: string; arms: string } {
  const drop = press * 20;
  const arm = (side: number) =>
    limb(
      [
        [side * 146, -300 + drop],
        [side * 92, -176 + drop],
        [side * 20, -40 + drop],
      ],
      70,
      p.orange,
      p.shallow,
    ) +
    stroke(
      [
        [side * 150, -228 + drop],
        [side * 86, -246 + drop],
      ],
      17,
      p.mist,
    );
  const body = `${rect(-250, -86, 210, 110, p.ocean, 55)}${rect(40, -86, 210, 110, p.ocean, 55)}
    <g transform="translate(0 ${drop})"><path d="M-146 -334C-170 -330 -128 -60 -110 -20H110C128 -60 170 -330 146 -334C90 -352 -90 -352 -146 -334Z" fill="${p.ember}"/>
    ${rect(-42, -352, 84, 60, skins[3], 26)}${circle(0, -396, 82, skins[2])}<path d="M-84 -386C-104 -504 104 -504 84 -386C64 -440 -44 -456 -84 -386Z" fill="${p.ink}"/></g>`;
  const knuckles = `M-30 ${-52 + drop}v34M0 ${-52 + drop}v36M30 ${-52 + drop}v34`;
  const arms = `${arm(-1)}${arm(1)}${rect(-62, -64 + drop, 124, 58, p.shallow, 29)}${curve(knuckles, 5, p.haze)}`;
  return { body, arms };
}

export function scene(): string {
  const { body, arms } = rescuer();
  return `${backdrop(p.paper, p.blue, { x: 760, y: 390, radius: 360, fill: p.shallow })}
    ${farShip(210, 556, 1.4, p.haze)}${swell({ y: 560, amplitude: 8, length: 240, to: 1600, bottom: 900 }, p.steel)}
    ${swell({ y: 598, amplitude: 10, length: 300, phase: 0.4, to: 1600, bottom: 900 }, p.blue)}
    ${repeat(10, (i) => rect(20 + i * 176, 556, 12, 110, p.chalk, 4))}${rect(0, 548, 1600, 14, p.chalk, 7)}${rect(0, 596, 1600, 10, p.chalk, 5)}
    ${rect(0, 654, 1600, 246, p.sand)}${rect(0, 654, 1600, 12, p.haze)}
    ${heartLine()}
    <ellipse cx="840" cy="806" rx="560" ry="26" fill="${p.ink}" opacity="0.14"/>
    ${place(1266, 700, firstAidCase())}${place(350, 690, defibrillator())}
    ${place(760, 742, body)}${place(790, 802, casualty())}${place(760, 742, arms)}`;
}
