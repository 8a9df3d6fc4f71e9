import { palette as p } from '../drawing/palette.ts';
import { backdrop } from '../drawing/scenery.ts';
import { circle, curve, place, rect, repeat } from '../drawing/svg.ts';

const gas = '#d9c65a';

function cargoPipe(y: number, width: number, colour: string, light: string, flanges: readonly number[]): string {
  return `${rect(0, y - width / 2, 1600, width, colour)}${rect(0, y - width / 2 + 9, 1600, 8, light)}
    ${flanges.map((x) => rect(x - 17, y - width / 2 - 15, 14, width + 30, light, 3) + rect(x + 3, y - width / 2 - 15, 14, width + 30, colour, 3)).join('')}`;
}

function valve(x: number, y: number): string {
  const spokes = repeat(
    3,
    (i) => `<path d="M-92 0H92" transform="rotate(${i * 60 + 15})" stroke="${p.haze}" stroke-width="14"/>`,
  );
  return `${rect(x - 16, y, 32, 130, p.steel)}${rect(x - 44, y + 108, 88, 50, p.steel, 8)}
    ${place(x, y, `<g transform="scale(1 0.42)">${circle(0, 0, 96, 'none', `stroke="${p.haze}" stroke-width="26"`)}${spokes}${circle(0, 0, 26, p.haze)}</g>`)}`;
}

/** The gas detector: readings rise to the alarm, with lamps and sound. Drawn 360 by 620 around the origin. */
export function gasDetector(level = 1): string {
  const bars = repeat(6, (i) => {
    const height = 26 + i * 24;
    const lit = i / 5 <= level;
    const colour = i > 3 ? p.orange : i > 2 ? p.ochre : p.shallow;
    return rect(-99 + i * 34, 74 - height, 25, height, lit ? colour : '#17385c', 5);
  });
  return `${rect(-78, -330, 156, 80, p.ink, 22)}
    ${rect(-180, -292, 360, 600, p.ember, 74)}${rect(-180, -292, 336, 600, p.orange, 74)}
    ${rect(-146, -196, 292, 320, p.navy, 36)}${rect(-128, -178, 256, 284, '#0e2c4f', 24)}${bars}
    ${rect(-99, -152, 118, 22, p.haze, 11)}${rect(-99, -116, 70, 14, p.blue, 7)}${circle(92, -138, 19, p.orange)}
    ${circle(0, -246, 32, p.ember)}${repeat(3, (i) => rect(-20, -261 + i * 12, 40, 6, p.ink, 3))}
    ${circle(-68, 196, 40, p.ember)}${circle(-68, 192, 36, p.chalk)}${circle(68, 196, 40, p.ember)}${circle(68, 192, 36, p.navy)}
    ${rect(-134, -276, 62, 26, p.chalk, 13)}${rect(72, -276, 62, 26, p.chalk, 13)}`;
}

function glove(): string {
  const fingers = repeat(4, (i) => rect(-222 + i * 5, -14 + i * 70, 104, 60, p.sand, 30));
  return `${fingers}${place(176, 62, rect(-42, -112, 84, 210, p.sand, 42), { turn: 14 })}`;
}

export function scene(): string {
  const waves = [0, 1, 2].map((i) => {
    const r = 250 + i * 74;
    const dy = r * 0.5;
    const dx = r * 0.86;
    const strength = `stroke-opacity="${1 - i * 0.3}"`;
    return `${curve(`M${-dx} ${-dy}A${r} ${r} 0 0 0 ${-dx} ${dy}`, 20, p.ochre, strength)}${curve(`M${dx} ${-dy}A${r} ${r} 0 0 1 ${dx} ${dy}`, 20, p.ochre, strength)}`;
  });
  return `${backdrop(p.navy, p.haze, { x: 800, y: 400, radius: 372, fill: p.ocean })}
    ${cargoPipe(628, 62, p.blue, p.steel, [210, 520, 1120, 1440])}
    ${valve(330, 470)}${valve(1290, 470)}
    ${cargoPipe(724, 84, p.ocean, p.blue, [90, 420, 1250, 1530])}
    ${rect(0, 786, 1600, 114, p.ink)}
    <g opacity="0.92">${curve('M-40 806C160 748 260 842 460 792S760 742 960 800S1300 850 1640 770', 34, gas, 'stroke-opacity="0.5"')}
    ${curve('M-40 856C200 816 360 880 620 838S1080 800 1640 850', 44, gas, 'stroke-opacity="0.34"')}
    ${curve('M420 690C470 650 520 700 560 672S640 640 660 668', 20, gas, 'stroke-opacity="0.55"')}
    ${curve('M1180 684C1120 640 1070 700 1020 664', 20, gas, 'stroke-opacity="0.55"')}</g>
    ${place(800, 420, waves.join(''))}
    ${place(812, 760, rect(-136, -60, 300, 300, p.blue, 60) + rect(-136, 30, 300, 26, p.mist), { turn: -6 })}
    ${place(800, 420, rect(-140, 40, 330, 300, p.sand, 90) + gasDetector() + glove(), { turn: -4 })}`;
}
