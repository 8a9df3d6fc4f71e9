import { palette } from './palette.ts';
import { circle, curve, polygon, rect, repeat } from './svg.ts';

/** The hazard classes whose placards are drawn here, named as in part 5 of the IMDG Code. */
export type HazardClass =
  | 'explosive'
  | 'flammable-gas'
  | 'non-flammable-gas'
  | 'flammable-liquid'
  | 'flammable-solid'
  | 'dangerous-when-wet'
  | 'oxidizer'
  | 'toxic'
  | 'corrosive'
  | 'miscellaneous';

const red = '#cf2f2a';
const green = '#2c8a58';
const black = '#14161a';

/** A flame with a bright core, standing on y = 30 and 70 high. */
const flame = (colour: string): string =>
  `<path d="M0 30C-26 30 -32 6 -18 -12C-14 -4 -8 -4 -8 -12C-10 -26 -2 -36 8 -42C6 -30 14 -24 20 -12C30 8 24 30 0 30Z" fill="${colour}"/>`;

const bar = (colour: string): string => rect(-24, 36, 48, 6, colour);

const burst = (colour: string): string =>
  repeat(9, (i) => {
    const angle = ((i * 40 - 160) * Math.PI) / 180;
    const reach = i % 2 === 0 ? 44 : 30;
    return curve(`M0 6L${Math.cos(angle) * reach} ${6 + Math.sin(angle) * reach}`, 8, colour);
  }) + circle(0, 6, 16, colour);

const skull = (): string =>
  curve('M-30 38L30 12M-30 12L30 38', 8, black) +
  `<path d="M-24 -16A24 24 0 0 1 24 -16C24 -4 16 -2 14 4V12H-14V4C-16 -2 -24 -4 -24 -16Z" fill="${black}"/>` +
  circle(-9, -14, 6, palette.chalk) +
  circle(9, -14, 6, palette.chalk);

const cylinder = (): string => rect(-42, -8, 70, 22, palette.chalk, 11) + rect(24, -2, 16, 10, palette.chalk, 3);

/** Two tubes that drip: one on a plate, one on a hand. */
const drops = (): string =>
  `<g transform="translate(-30 -34) rotate(24)">${rect(-22, -7, 44, 14, black, 7)}</g>
  <g transform="translate(32 -34) rotate(-24)">${rect(-22, -7, 44, 14, black, 7)}</g>` +
  rect(-15, -18, 6, 16, black, 3) +
  rect(12, -20, 6, 10, black, 3) +
  rect(12, -4, 6, 8, black, 3) +
  `<path d="M-44 4H-18L-12 12L-6 4H-2V16H-44Z" fill="${black}"/><path d="M4 18C6 8 16 12 20 8C34 4 46 8 50 12V18Z" fill="${black}"/>`;

type Face = { ground: string; lower?: string; stripes?: { colour: string; half: boolean }; sign: string };

const faces: Record<HazardClass, Face> = {
  explosive: { ground: '#ee8a2e', sign: burst(black) },
  'flammable-gas': { ground: red, sign: flame(palette.chalk) + bar(palette.chalk) },
  'non-flammable-gas': { ground: green, sign: cylinder() },
  'flammable-liquid': { ground: red, sign: flame(palette.chalk) + bar(palette.chalk) },
  'flammable-solid': { ground: palette.chalk, stripes: { colour: red, half: false }, sign: flame(black) + bar(black) },
  'dangerous-when-wet': { ground: palette.blue, sign: flame(palette.chalk) + bar(palette.chalk) },
  oxidizer: {
    ground: palette.ochre,
    sign: `<g transform="translate(0 -10) scale(0.8)">${flame(black)}</g>${circle(0, 26, 15, 'none', `stroke="${black}" stroke-width="7"`)}${rect(-24, 46, 48, 6, black)}`,
  },
  toxic: { ground: palette.chalk, sign: skull() },
  corrosive: { ground: palette.chalk, lower: black, sign: `<g transform="translate(0 -8)">${drops()}</g>` },
  miscellaneous: { ground: palette.chalk, stripes: { colour: black, half: true }, sign: '' },
};

/** A placard 200 wide and 200 high around the origin; the class number in its corner is left out. */
export function placard(hazard: HazardClass): string {
  const face = faces[hazard];
  const diamond = 'M0 -96L96 0L0 96L-96 0Z';
  const clip = `placard-${hazard}`;
  const stripes = face.stripes;
  const inner = [
    face.lower ? rect(-100, 14, 200, 100, face.lower) : '',
    stripes ? repeat(7, (i) => rect(-81 + i * 26, -100, 12, stripes.half ? 100 : 200, stripes.colour)) : '',
  ].join('');
  const framed = face.ground === palette.chalk ? black : palette.chalk;
  return `<clipPath id="${clip}"><path d="${diamond}"/></clipPath>
    ${polygon(
      [
        [0, -106],
        [106, 0],
        [0, 106],
        [-106, 0],
      ],
      palette.chalk,
    )}
    <path d="${diamond}" fill="${face.ground}"/><g clip-path="url(#${clip})">${inner}</g>
    <path d="M0 -84L84 0L0 84L-84 0Z" fill="none" stroke="${framed}" stroke-width="4"/>${face.sign}`;
}
