import { palette as p } from '../drawing/palette.ts';
import { type HazardClass, placard } from '../drawing/placard.ts';
import { backdrop, cloud, farShip, glints, swell } from '../drawing/scenery.ts';
import { circle, place, polygon, rect, repeat } from '../drawing/svg.ts';

/** The side of a freight container with its corrugation and corner castings, 330 by 150 from the origin. */
export function container(tone: string, shade: string): string {
  const ribs = repeat(13, (i) => rect(22 + i * 23, 18, 9, 114, shade, 2));
  const corners = [
    [0, 0],
    [306, 0],
    [0, 132],
    [306, 132],
  ]
    .map(([x = 0, y = 0]) => rect(x, y, 24, 18, p.ink, 3))
    .join('');
  return `${rect(0, 0, 330, 150, tone, 4)}${ribs}${rect(0, 0, 330, 12, shade, 4)}${rect(0, 138, 330, 12, shade, 4)}${corners}`;
}

const tones = {
  orange: [p.orange, p.ember],
  blue: [p.blue, p.ocean],
  steel: [p.steel, p.blue],
  sand: [p.sand, '#cdbf9f'],
  ochre: [p.ochre, '#cf9831'],
} as const;

type Stowed = { tone: keyof typeof tones; hazard?: HazardClass };

/** Three tiers of boxes, as they are stowed on deck, from the lowest up. */
const stow: readonly (readonly Stowed[])[] = [
  [{ tone: 'steel' }, { tone: 'blue', hazard: 'flammable-liquid' }, { tone: 'orange' }],
  [{ tone: 'orange', hazard: 'corrosive' }, { tone: 'sand' }, { tone: 'blue', hazard: 'oxidizer' }],
  [{ tone: 'blue' }, { tone: 'steel', hazard: 'toxic' }],
];

function stack(): string {
  return stow
    .flatMap((tier, level) =>
      tier.map(({ tone, hazard }, i) => {
        const [face, shade] = tones[tone];
        const box = container(face, shade) + (hazard ? place(165, 75, placard(hazard), { scale: 0.66 }) : '');
        return place(300 + i * 336, 474 - level * 156, box);
      }),
    )
    .join('');
}

function lashings(): string {
  return repeat(3, (i) => {
    const x = 300 + i * 336;
    return `<path d="M${x + 14} 474L${x + 120} 638M${x + 316} 474L${x + 210} 638" stroke="${p.mist}" stroke-width="7" stroke-linecap="round"/>`;
  });
}

function ship(): string {
  return `${rect(96, 254, 150, 380, p.chalk, 10)}${rect(60, 306, 200, 62, p.chalk, 10)}${rect(76, 320, 168, 32, p.navy, 8)}
    ${repeat(3, (row) => repeat(3, (i) => rect(118 + i * 42, 408 + row * 58, 24, 24, p.steel, 12)))}
    ${rect(150, 176, 12, 80, p.navy, 6)}${rect(116, 206, 80, 10, p.navy, 5)}${rect(196, 214, 62, 44, p.orange, 6)}
    ${stack()}${lashings()}
    ${polygon(
      [
        [20, 620],
        [1390, 620],
        [1560, 560],
        [1470, 800],
        [70, 800],
      ],
      p.navy,
    )}
    ${polygon(
      [
        [64, 752],
        [1488, 752],
        [1462, 850],
        [90, 850],
      ],
      p.ember,
    )}
    ${rect(20, 620, 1376, 12, p.steel, 6)}<path d="M1390 626L1556 566" stroke="${p.steel}" stroke-width="12" stroke-linecap="round"/>
    ${circle(1392, 668, 17, p.steel)}${repeat(3, (i) => rect(1322 + i * 32, 578, 7, 46, p.navy))}${rect(1318, 572, 78, 10, p.navy, 5)}`;
}

export function scene(): string {
  return `${backdrop(p.paper, p.blue, { x: 800, y: 360, radius: 352, fill: p.shallow })}
    ${cloud(1250, 190, 260, p.chalk)}${cloud(1340, 380, 190, p.chalk)}${farShip(1450, 700, 1.1, p.haze)}
    ${swell({ y: 704, amplitude: 9, length: 260, to: 1600, bottom: 900 }, p.steel)}
    ${ship()}
    ${swell({ y: 786, amplitude: 14, length: 300, phase: 0.3, to: 1600, bottom: 900 }, p.blue)}
    ${glints(360, 842, 190, 2, p.steel)}${glints(1120, 836, 240, 2, p.steel)}`;
}
