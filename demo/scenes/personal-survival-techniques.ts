import { hardHat, limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop, farShip, swell } from '../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, stroke } from '../drawing/svg.ts';

/** An inflatable liferaft with its canopy up, 660 wide, floating on the origin. */
export function liferaft(): string {
  const tube = (y: number, tone: string) => rect(-330, y, 660, 66, tone, 33);
  const line = repeat(6, (i) => `M${-290 + i * 98} -28q49 44 98 0`);
  return `<path d="M-296 -92C-262 -290 -130 -388 0 -388S262 -290 296 -92Z" fill="${p.orange}"/>
    <path d="M70 -380C180 -352 262 -262 296 -92H180C190 -220 150 -320 70 -380Z" fill="${p.ember}"/>
    <path d="M-116 -92C-116 -216 -60 -268 -6 -268S104 -216 104 -92Z" fill="${p.navy}"/>
    ${place(-32, -92, crewInRaft())}
    <path d="M-116 -92C-116 -216 -60 -268 -6 -268S104 -216 104 -92" fill="none" stroke="${p.ember}" stroke-width="16"/>
    <path d="M-222 -256L-176 -310M222 -256L186 -300" stroke="${p.chalk}" stroke-width="22" stroke-linecap="round"/>
    ${rect(-10, -430, 20, 46, p.navy, 6)}${circle(0, -440, 20, p.ochre)}${circle(0, -440, 44, p.ochre, 'opacity="0.28"')}
    ${tube(-104, p.ink)}${tube(-46, p.navy)}${rect(-300, -90, 600, 12, p.blue, 6)}
    ${curve(line, 8, p.chalk)}`;
}

/** Someone in a lifejacket looks out and waves. */
function crewInRaft(): string {
  return `${rect(-62, -74, 124, 90, p.ocean, 34)}${rect(-54, -78, 44, 90, p.ochre, 18)}${rect(10, -78, 44, 90, p.ochre, 18)}${rect(-54, -44, 108, 14, p.mist)}
    ${limb(
      [
        [48, -54],
        [84, -74],
        [88, -118],
      ],
      28,
      p.ocean,
      skins[2],
    )}
    ${place(0, -112, circle(0, 0, 34, skins[2]) + hardHat(32, p.chalk))}`;
}

/** A parachute rocket at the top of its flight. */
function parachuteFlare(glow = 1): string {
  const rays = repeat(8, (i) => place(0, 0, rect(-5, 44, 10, 34, p.ochre, 5), { turn: i * 45 }));
  return `<path d="M-70 -120A70 62 0 0 1 70 -120C46 -132 24 -132 0 -120C-24 -132 -46 -132 -70 -120Z" fill="${p.chalk}"/>
    ${stroke(
      [
        [-68, -120],
        [0, -26],
        [68, -120],
      ],
      4,
      p.haze,
    )}${stroke(
      [
        [0, -120],
        [0, -26],
      ],
      4,
      p.haze,
    )}
    ${circle(0, 0, 96 * glow, p.orange, 'opacity="0.25"')}${circle(0, 0, 30, p.orange)}${circle(0, 0, 15, p.ochre)}${rays}`;
}

export function scene(): string {
  return `${backdrop(p.navy, p.haze, { x: 800, y: 400, radius: 366, fill: p.ocean })}
    ${repeat(26, (i) => circle((i * 397) % 1600, (i * 173) % 420, 2 + (i % 3), p.mist, 'opacity="0.7"'))}
    ${curve('M1130 620C1150 500 1190 380 1236 300', 9, p.ochre, 'stroke-dasharray="2 26"')}${place(1250, 260, parachuteFlare())}
    ${farShip(250, 590, 1.5, p.haze)}
    ${swell({ y: 600, amplitude: 22, length: 420, to: 1600, bottom: 900 }, p.blue)}
    ${swell({ y: 650, amplitude: 34, length: 620, phase: 0.22, to: 1600, bottom: 900 }, '#1f5480')}
    ${place(780, 706, liferaft(), { turn: -5 })}
    ${swell({ y: 722, amplitude: 40, length: 700, phase: 0.62, to: 1600, bottom: 900 }, p.steel)}
    ${swell({ y: 736, amplitude: 40, length: 700, phase: 0.62, to: 1600, bottom: 900 }, p.blue)}
    ${swell({ y: 806, amplitude: 34, length: 540, phase: 0.1, to: 1600, bottom: 900 }, p.ocean)}
    ${curve('M430 742q34 -20 70 0M1060 716q40 -24 84 0M690 800q44 -24 90 0', 9, p.mist)}`;
}
