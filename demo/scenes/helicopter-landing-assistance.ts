import { bands, hardHat, limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop, cloud, farShip, swell } from '../drawing/scenery.ts';
import { circle, curve, place, polygon, rect, repeat } from '../drawing/svg.ts';

/** A transport helicopter facing left, about 640 wide around the origin. `sweep` from 0 to 1 turns the rotors. */
export function helicopter(sweep = 0.5): string {
  const reach = 150 + 170 * Math.abs(Math.cos(sweep * Math.PI));
  return `${curve('M-118 96L-134 140M64 96L84 140', 12, p.navy)}${curve('M-206 120C-204 138 -190 142 -170 142H140', 13, p.navy)}
    <path d="M128 -58L396 -64L400 -30L150 44Z" fill="${p.ember}"/>
    <path d="M356 -66L408 -164H452L428 -40L356 -34Z" fill="${p.orange}"/>
    <path d="M-236 22C-232 -58 -150 -104 -40 -106H70C128 -106 168 -70 176 -20C180 52 120 98 40 98H-120C-196 98 -238 72 -236 22Z" fill="${p.orange}"/>
    <path d="M-238 22C-238 70 -198 101 -120 101H40C122 101 183 54 179 -6C140 44 90 52 20 52H-140C-190 52 -224 46 -236 22Z" fill="${p.chalk}"/>
    <path d="M-226 6C-216 -46 -168 -78 -104 -82V10H-222Z" fill="${p.navy}"/><path d="M-200 -8C-190 -42 -160 -62 -124 -66L-150 -8Z" fill="${p.steel}"/>
    ${rect(-84, -76, 76, 76, p.navy, 14)}${rect(10, -76, 64, 76, p.navy, 14)}${rect(92, -70, 50, 62, p.navy, 14)}
    <path d="M-72 -112H48L30 -146H-44Z" fill="${p.ember}"/>${rect(-14, -186, 22, 44, p.navy)}
    <ellipse cx="-4" cy="-190" rx="${reach + 60}" ry="10" fill="${p.navy}" opacity="0.28"/>${rect(-4 - reach, -197, reach * 2, 13, p.navy, 6)}
    ${circle(432, -112, 64, p.navy, 'opacity="0.22"')}${place(432, -112, rect(-64, -6, 128, 12, p.navy, 6), { turn: sweep * 180 + 30 })}${circle(432, -112, 13, p.navy)}`;
}

/** The landing officer seen from behind: arms out and up, wands in the hands. 330 high, standing on the origin. */
export function landingOfficer(lift = 1): string {
  const hand = -196 - lift * 92;
  const wand = (side: number) =>
    `<path d="M${side * 128} ${hand}L${side * (128 + 26)} ${hand - 78}" stroke="${p.ochre}" stroke-width="20" stroke-linecap="round"/>`;
  return `${wand(-1)}${wand(1)}${limb(
    [
      [-24, -130],
      [-30, -14],
    ],
    44,
    p.navy,
    p.ink,
  )}${limb(
    [
      [24, -130],
      [30, -14],
    ],
    44,
    p.navy,
    p.ink,
  )}
    ${limb(
      [
        [-46, -224],
        [-104, -206],
        [-128, hand],
      ],
      34,
      p.ocean,
      p.sand,
    )}${limb(
      [
        [46, -224],
        [104, -206],
        [128, hand],
      ],
      34,
      p.ocean,
      p.sand,
    )}
    ${rect(-62, -254, 124, 150, p.orange, 34)}${bands(-62, -206, 124, 44, 2, 16)}${rect(-38, -254, 15, 150, p.mist)}${rect(23, -254, 15, 150, p.mist)}
    ${place(0, -290, circle(0, 0, 34, skins[2]) + hardHat(34, p.chalk) + rect(-46, -10, 18, 40, p.navy, 9) + rect(28, -10, 18, 40, p.navy, 9))}`;
}

/** A windsock on its mast, standing on the origin; the wind blows to the right. */
export function windsock(flutter = 0): string {
  const tones = [p.orange, p.chalk, p.orange, p.chalk, p.orange];
  const sock = tones.map((tone, i) => {
    const x = 12 + i * 44;
    const top = -322 + i * 7 + flutter * i * 3;
    const height = 82 - i * 10;
    return polygon(
      [
        [x, top],
        [x + 44, top + 7 + flutter * 3],
        [x + 44, top + height - 3 + flutter * 3],
        [x, top + height],
      ],
      tone,
    );
  });
  return `${rect(-7, -340, 14, 340, p.navy, 7)}${sock.join('')}`;
}

function deck(): string {
  const lamp = (x: number, y: number) => circle(x, y, 9, p.ochre) + circle(x, y, 18, p.ochre, 'opacity="0.3"');
  const lamps = repeat(7, (i) => lamp(352 + i * 150, 668)) + repeat(6, (i) => lamp(214 + i * 236, 868));
  const net = repeat(15, (i) => `M${300 + i * 72} 650L${286 + i * 74} 612`);
  return `${curve(`M268 612H1338${net}`, 6, p.steel)}${polygon(
    [
      [300, 646],
      [1300, 646],
      [1520, 900],
      [80, 900],
    ],
    p.ocean,
  )}
    ${polygon(
      [
        [300, 646],
        [1300, 646],
        [1312, 660],
        [288, 660],
      ],
      p.navy,
    )}
    <ellipse cx="800" cy="762" rx="372" ry="76" fill="none" stroke="${p.ochre}" stroke-width="20"/>
    <ellipse cx="800" cy="762" rx="372" ry="76" fill="${p.blue}" fill-opacity="0.5"/>
    <path d="M716 722H748V752H852V722H884L896 806H858L853 776H747L742 806H704Z" fill="${p.chalk}"/>${lamps}`;
}

export function scene(): string {
  return `${backdrop(p.mist, p.blue, { x: 800, y: 380, radius: 350, fill: '#f5e7c9' })}
    ${cloud(60, 210, 280, p.chalk)}${cloud(1190, 170, 280, p.chalk)}${cloud(1330, 420, 220, p.chalk)}
    ${farShip(1290, 566, 1.5, p.haze)}
    ${swell({ y: 580, amplitude: 9, length: 240, to: 1600, bottom: 900 }, p.steel)}
    ${swell({ y: 622, amplitude: 11, length: 300, phase: 0.4, to: 1600, bottom: 900 }, p.blue)}
    ${deck()}<ellipse cx="790" cy="764" rx="230" ry="24" fill="${p.ink}" opacity="0.28"/>
    ${polygon(
      [
        [140, 684],
        [330, 684],
        [300, 716],
        [130, 716],
      ],
      p.navy,
    )}${place(206, 690, windsock())}${place(1236, 806, landingOfficer())}
    ${place(742, 402, helicopter(), { turn: 5, scale: 1.06 })}`;
}
