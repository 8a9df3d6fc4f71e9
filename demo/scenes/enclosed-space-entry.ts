import { bands, hardHat, limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop, swell } from '../drawing/scenery.ts';
import { circle, curve, place, polygon, rect, repeat, stroke } from '../drawing/svg.ts';

/** Someone in harness on a lifeline, seen from behind on a ladder; the line is fixed at (0, -196). 330 high. */
export function entrant(): string {
  return `${limb(
    [
      [-26, -120],
      [-40, -64],
      [-26, -10],
    ],
    42,
    p.ember,
    p.ink,
  )}${limb(
    [
      [26, -120],
      [44, -90],
      [28, -40],
    ],
    42,
    p.ember,
    p.ink,
  )}
    ${limb(
      [
        [-52, -232],
        [-92, -250],
        [-78, -316],
      ],
      34,
      p.orange,
      p.shallow,
    )}${limb(
      [
        [52, -232],
        [86, -214],
        [76, -272],
      ],
      34,
      p.orange,
      p.shallow,
    )}
    ${rect(-62, -260, 124, 156, p.orange, 36)}${bands(-62, -150, 124, 30, 1, 15)}
    ${stroke(
      [
        [-40, -254],
        [0, -196],
        [40, -254],
      ],
      14,
      p.navy,
    )}${stroke(
      [
        [-44, -118],
        [0, -196],
        [44, -118],
      ],
      14,
      p.navy,
    )}${circle(0, -196, 13, p.ochre)}
    ${place(0, -300, circle(0, 0, 36, skins[2]) + hardHat(36, p.chalk) + rect(-15, -64, 30, 22, p.navy, 6) + circle(0, -54, 9, p.ochre))}`;
}

/** The attendant who never leaves the opening, a radio at the ear. 300 high, standing on the origin. */
export function attendant(): string {
  return `${limb(
    [
      [-22, -128],
      [-26, -18],
    ],
    46,
    p.navy,
    p.ink,
  )}${limb(
    [
      [22, -128],
      [28, -18],
    ],
    46,
    p.navy,
    p.ink,
  )}${rect(-56, -20, 56, 24, p.ink, 12)}${rect(0, -20, 56, 24, p.ink, 12)}
    ${rect(-54, -248, 108, 142, p.orange, 36)}${bands(-54, -168, 108, 32, 1, 15)}${limb(
      [
        [-40, -220],
        [-70, -150],
        [-36, -112],
      ],
      34,
      p.ember,
      p.sand,
    )}
    ${rect(54, -300, 22, 56, p.ink, 6)}${rect(66, -330, 6, 40, p.ink)}${limb(
      [
        [42, -220],
        [92, -190],
        [66, -254],
      ],
      34,
      p.ember,
      p.sand,
    )}
    ${place(4, -284, circle(0, 0, 36, skins[3]) + hardHat(36, p.chalk))}`;
}

function tripod(): string {
  return `${stroke(
    [
      [0, -330],
      [-176, 0],
    ],
    20,
    p.haze,
  )}${stroke(
    [
      [0, -330],
      [176, 0],
    ],
    20,
    p.haze,
  )}${stroke(
    [
      [0, -330],
      [46, -24],
    ],
    16,
    p.steel,
  )}
    ${rect(-44, -358, 88, 44, p.navy, 14)}${circle(0, -300, 24, p.ochre)}${circle(0, -300, 9, p.navy)}${place(-112, -120, rect(-28, -32, 56, 64, p.orange, 12) + circle(0, 0, 14, p.navy), { turn: 28 })}`;
}

function ladder(): string {
  return `${rect(710, 398, 16, 502, p.steel)}${rect(874, 398, 16, 502, p.steel)}${repeat(9, (i) => rect(716, 444 + i * 54, 168, 13, p.haze, 5))}`;
}

/** The tank below the deck: frames, a cone of daylight from the hatch, rust-red dark. */
function tank(): string {
  const frames = repeat(
    6,
    (i) => `${rect(110 + i * 268, 410, 20, 490, p.navy)}<path d="M${130 + i * 268} 410h54l-54 70Z" fill="${p.navy}"/>`,
  );
  return `${rect(0, 380, 1600, 520, p.ink)}${frames}
    <path d="M664 400H936L1160 900H440Z" fill="${p.ocean}"/><path d="M690 400H910L1030 900H570Z" fill="${p.blue}" opacity="0.6"/>
    ${swell({ y: 868, amplitude: 8, length: 200, to: 1600, bottom: 900 }, '#1d2f3e')}
    ${curve('M160 800C260 760 330 830 450 790', 26, '#d9c65a', 'stroke-opacity="0.35"')}${curve('M1130 760C1240 720 1320 800 1460 750', 26, '#d9c65a', 'stroke-opacity="0.35"')}${curve('M1100 826C1220 800 1300 850 1420 820', 20, '#d9c65a', 'stroke-opacity="0.28"')}`;
}

export function scene(): string {
  const deck = `${rect(0, 360, 664, 44, p.steel)}${rect(936, 360, 664, 44, p.steel)}${rect(0, 360, 664, 12, p.haze)}${rect(936, 360, 664, 12, p.haze)}
    ${rect(634, 318, 34, 96, p.orange, 8)}${rect(932, 318, 34, 96, p.orange, 8)}${polygon(
      [
        [960, 330],
        [1016, 160],
        [1042, 168],
        [990, 336],
      ],
      p.ember,
    )}`;
  const meter = `${curve('M1110 330C1060 330 1020 300 960 322C900 350 930 520 924 640', 8, p.ochre)}${rect(1100, 270, 74, 92, p.ochre, 14)}${rect(1112, 284, 50, 34, p.navy, 6)}${circle(1137, 340, 10, p.navy)}`;
  const fan = `${curve('M480 344C560 340 600 300 690 330C740 360 700 560 650 650', 44, p.sand)}<path d="M480 344C560 340 600 300 690 330C740 360 700 560 650 650" fill="none" stroke="#cbbd9a" stroke-width="44" stroke-dasharray="6 22"/>
    ${rect(350, 264, 120, 98, p.navy, 18)}${circle(410, 312, 38, p.steel)}${repeat(3, (i) => place(410, 312, rect(-6, -34, 12, 34, p.navy, 6), { turn: i * 120 }))}`;
  const subject = `${swell({ y: 300, amplitude: 6, length: 220, to: 1600, bottom: 400 }, p.haze)}${tank()}${ladder()}${deck}
    ${place(800, 362, tripod())}${fan}${meter}${stroke(
      [
        [800, 66],
        [800, 560],
      ],
      8,
      p.ochre,
    )}
    ${place(800, 764, entrant(), { scale: 1.06 })}${place(1236, 364, attendant())}`;
  return `${backdrop(p.mist, p.blue, { x: 800, y: 400, radius: 350, fill: '#f5e7c9' })}${place(0, 84, subject)}`;
}
