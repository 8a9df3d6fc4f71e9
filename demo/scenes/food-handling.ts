import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop } from '../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, stroke } from '../drawing/svg.ts';

const leaf = '#3f8f66';

/** A probe thermometer with a dial, its tip at the origin, 330 high. `heat` from 0 to 1 turns the needle. */
export function probe(heat = 0.7): string {
  return `${rect(-7, -230, 14, 230, p.haze, 7)}${circle(0, -290, 84, p.navy)}${circle(0, -290, 70, p.chalk)}
    ${curve('M-46 -262A54 54 0 1 1 46 -262', 12, p.haze)}${curve('M22 -339A54 54 0 0 1 46 -262', 12, p.orange)}
    ${place(0, -290, rect(-5, -46, 10, 54, p.navy, 5), { turn: heat * 240 - 120 })}${circle(0, -290, 11, p.navy)}`;
}

/** Three wisps of steam over a pot that stands on the origin; `rise` from 0 to 1 moves them. */
export function steam(rise = 0): string {
  const wisps = [10, 100].map((x, i) => {
    const y = -300 - ((rise + i * 0.33) % 1) * 26;
    return curve(`M${x} ${y}c-34 -34 34 -60 0 -100s34 -60 0 -96`, 18, p.chalk, 'stroke-opacity="0.85"');
  });
  return wisps.join('');
}

/** A stock pot 380 wide, standing on the origin. */
export function stockPot(): string {
  return `${rect(-222, -206, 60, 30, p.ocean, 15)}${rect(162, -206, 60, 30, p.ocean, 15)}
    <path d="M-190 -260H190V-40A40 40 0 0 1 150 0H-150A40 40 0 0 1 -190 -40Z" fill="${p.steel}"/>
    <path d="M96 -260H190V-40A40 40 0 0 1 150 0H96Z" fill="${p.blue}" opacity="0.55"/>${rect(-208, -282, 416, 34, p.haze, 17)}${rect(-156, -214, 26, 164, p.mist, 13)}`;
}

/** The cook from the waist up: cap, mask, clean jacket. */
export function cook(): string {
  const jacket = p.chalk;
  return `<path d="M-190 10V-150C-190 -236 -120 -276 -40 -280H70C150 -276 206 -236 206 -150V10Z" fill="${jacket}"/>
    <path d="M-20 -284L14 -196L52 -284Z" fill="${p.orange}"/>
    ${repeat(3, (i) => circle(-22, -158 + i * 58, 10, p.navy) + circle(54, -158 + i * 58, 10, p.navy))}
    ${stroke(
      [
        [-152, -196],
        [-196, -34],
      ],
      84,
      jacket,
    )}${stroke(
      [
        [-112, -150],
        [-140, -20],
      ],
      6,
      p.mist,
    )}
    ${rect(-24, -330, 80, 70, skins[3], 30)}${circle(16, -392, 92, skins[2])}
    <path d="M-62 -372H94C94 -318 62 -296 16 -296S-62 -318 -62 -372Z" fill="${p.shallow}"/>${curve('M-62 -366L-74 -404M94 -366L106 -404', 7, p.shallow)}
    <path d="M-82 -416C-86 -452 -60 -470 16 -470S118 -452 114 -416Z" fill="${p.navy}"/>
    <path d="M-86 -432C-150 -470 -126 -556 -60 -548C-44 -604 76 -604 92 -548C158 -556 182 -470 118 -432Z" fill="${jacket}"/>
    ${curve('M-30 -452V-500M16 -456V-516M62 -452V-500', 7, p.mist)}`;
}

/** The arm that holds the thermometer, from the shoulder at the origin to the glove at (168, -98). */
function arm(): string {
  return `${stroke(
    [
      [0, 6],
      [58, 122],
      [150, -8],
    ],
    92,
    p.mist,
  )}${stroke(
    [
      [-4, 0],
      [54, 114],
      [146, -16],
    ],
    84,
    p.chalk,
  )}
    ${rect(112, -54, 92, 30, p.steel, 15)}${rect(124, -150, 88, 104, p.shallow, 40)}${rect(112, -128, 44, 30, p.shallow, 15)}`;
}

function boards(x: number, y: number): string {
  const tones = [p.orange, p.ochre, leaf, p.steel];
  return tones
    .map((tone, i) =>
      place(
        x + i * 58,
        y,
        rect(0, -250 + i * 10, 176, 250 - i * 10, tone, 20) + circle(88, -216 + i * 10, 15, p.mist),
        { turn: 7 },
      ),
    )
    .reverse()
    .join('');
}

function vegetables(): string {
  return `${rect(-170, -34, 340, 34, leaf, 12)}${circle(-84, -84, 52, p.orange)}<path d="M-106 -132q22 16 44 0" stroke="${leaf}" stroke-width="14" fill="none" stroke-linecap="round"/>
    ${circle(6, -74, 42, p.ember)}<path d="M50 -36C60 -110 150 -120 166 -60C150 -40 90 -34 50 -36Z" fill="${p.ochre}"/>
    ${curve('M166 -70c20 -6 30 -24 26 -46m-30 42c8 -20 4 -36 -10 -50', 12, leaf)}`;
}

export function scene(): string {
  const tiles = `<path d="${repeat(9, (i) => `M0 ${i * 80 + 20}H1600`)}${repeat(20, (i) => `M${i * 84 + 10} 0V640`)}" stroke="${p.haze}" stroke-opacity="0.28" stroke-width="4"/>`;
  const hooks = [0, 1, 2].map((i) => {
    const x = 1268 + i * 96;
    return `${rect(x - 6, 126, 12, 150 + i * 20, p.blue, 6)}${circle(x, 296 + i * 20, 44 - i * 6, p.blue)}${circle(x, 290 + i * 20, 30 - i * 6, p.steel)}`;
  });
  return `${backdrop(p.mist, p.blue, { x: 760, y: 400, radius: 356, fill: p.paper })}${tiles}
    ${rect(1200, 112, 330, 18, p.navy, 9)}${hooks.join('')}
    ${rect(130, 250, 300, 20, p.navy, 6)}${rect(158, 156, 70, 94, p.orange, 12)}${rect(240, 176, 62, 74, p.steel, 12)}${rect(314, 146, 84, 104, p.ocean, 12)}
    ${rect(166, 140, 54, 24, p.navy, 6)}${rect(324, 130, 64, 24, p.navy, 6)}
    ${place(610, 700, cook())}${boards(1214, 690)}
    ${place(1078, 690, steam() + place(-136, -170, probe(0.7)))}${place(770, 494, arm())}${place(1078, 690, stockPot())}
    ${rect(0, 690, 1600, 34, p.chalk)}${rect(0, 724, 1600, 176, p.blue)}${rect(0, 724, 1600, 16, p.ocean)}
    ${rect(300, 792, 150, 18, p.ocean, 9)}${rect(720, 792, 150, 18, p.ocean, 9)}${rect(1140, 792, 150, 18, p.ocean, 9)}
    ${place(356, 692, vegetables())}`;
}
