import { bands, limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { type HazardClass, placard } from '../drawing/placard.ts';
import { backdrop } from '../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, stroke } from '../drawing/svg.ts';

/** A 200 litre drum, 230 wide and 320 high, standing on the origin. */
export function drum(tone: string, shade: string, hazard?: HazardClass): string {
  return `<path d="M-115 -300V-20C-115 16 115 16 115 -20V-300Z" fill="${tone}"/><path d="M50 -300V7C92 2 115 -8 115 -20V-300Z" fill="${shade}"/>
    ${[-210, -100].map((y) => `<path d="M-120 ${y}C-120 ${y + 34} 120 ${y + 34} 120 ${y}V${y + 18}C120 ${y + 52} -120 ${y + 52} -120 ${y + 18}Z" fill="${shade}"/>`).join('')}
    <ellipse cx="0" cy="-300" rx="118" ry="34" fill="${shade}"/><ellipse cx="0" cy="-302" rx="100" ry="26" fill="${tone}"/>
    <ellipse cx="46" cy="-300" rx="20" ry="7" fill="${p.ink}"/>${hazard ? place(-8, -134, placard(hazard), { scale: 0.72 }) : ''}`;
}

/** A responder in a splash suit with breathing apparatus, reaching to the left. 560 high, standing on the origin. */
export function responder(): string {
  const suit = p.ochre;
  const shade = '#d59a2f';
  return `${rect(52, -440, 84, 190, p.navy, 40)}${rect(70, -470, 30, 50, p.steel, 12)}
    ${limb(
      [
        [34, -230],
        [66, -120],
        [70, -62],
      ],
      86,
      shade,
      p.ink,
    )}${limb(
      [
        [-34, -230],
        [-56, -120],
        [-60, -62],
      ],
      86,
      suit,
      p.ink,
    )}
    ${rect(-112, -44, 98, 50, p.ink, 20)}${rect(22, -44, 98, 50, p.ink, 20)}
    ${rect(-98, -448, 196, 256, suit, 70)}${bands(-98, -286, 196, 0, 1, 20)}${stroke(
      [
        [-50, -430],
        [-40, -300],
      ],
      18,
      p.navy,
    )}
    <path d="M-84 -470C-88 -566 -50 -608 4 -608S92 -560 88 -470C84 -428 -80 -428 -84 -470Z" fill="${suit}"/>
    <path d="M-78 -510C-78 -556 -40 -570 -6 -566C16 -562 22 -540 22 -512S-4 -452 -30 -452S-78 -474 -78 -510Z" fill="${p.navy}"/>
    <path d="M-66 -514C-66 -540 -40 -552 -12 -550C0 -548 6 -536 4 -518S-66 -490 -66 -514Z" fill="${skins[1]}" opacity="0.9"/>
    <path d="M-66 -514C-66 -540 -50 -550 -30 -552L-46 -498C-58 -500 -66 -504 -66 -514Z" fill="${p.chalk}" opacity="0.55"/>
    ${circle(-34, -462, 22, p.steel)}${curve('M-22 -450C20 -400 60 -430 88 -400', 16, p.ink)}
    ${limb(
      [
        [60, -390],
        [10, -300],
        [-120, -262],
      ],
      64,
      shade,
      p.blue,
    )}${limb(
      [
        [-62, -390],
        [-118, -310],
        [-216, -330],
      ],
      66,
      suit,
      p.blue,
    )}`;
}

/** The boom of absorbent around a spill: a chain of soft rolls. */
function boom(): string {
  return repeat(9, (i) => {
    const t = i / 8;
    const x = 250 + t * 690;
    const y = 826 - Math.sin(t * Math.PI) * -26;
    return place(x, y, rect(-50, -19, 100, 38, p.orange, 19) + rect(-6, -19, 12, 38, p.ember), {
      turn: (t - 0.5) * -16,
    });
  });
}

export function scene(): string {
  const shelf = `${rect(0, 590, 1600, 310, p.sand)}${rect(0, 590, 1600, 12, p.haze)}${repeat(9, (i) => `<path d="M${i * 230 - 120} 900L${i * 150 + 200} 602" stroke="${p.haze}" stroke-opacity="0.5" stroke-width="4"/>`)}`;
  const frames = repeat(8, (i) => rect(40 + i * 216, 0, 26, 590, p.mist));
  const spill = `<path d="M300 772C250 740 360 716 470 728C540 690 700 700 760 732C880 716 970 756 900 794C850 834 700 812 600 826C480 842 330 818 300 772Z" fill="${p.blue}"/>
    <path d="M380 764C420 742 500 746 560 748C520 766 430 780 380 764Z" fill="${p.steel}"/>`;
  return `${backdrop(p.paper, p.blue, { x: 760, y: 410, radius: 360, fill: p.mist })}<g opacity="0.45">${frames}</g>${shelf}
    ${spill}${place(1345, 742, drum(p.ocean, p.navy, 'flammable-liquid'))}
    ${place(322, 706, drum(p.steel, p.blue, 'miscellaneous'))}
    ${place(604, 748, drum(p.orange, p.ember, 'corrosive'))}
    ${curve('M712 640C740 660 736 690 742 744', 24, p.blue)}${circle(744, 762, 18, p.steel)}
    ${place(1010, 822, `<ellipse cx="0" cy="2" rx="190" ry="20" fill="${p.ink}" opacity="0.18"/>${responder()}`, { scale: 1.08 })}
    ${boom()}
    ${place(1300, 850, rect(-100, -120, 200, 120, p.navy, 18) + rect(-112, -136, 224, 34, p.orange, 14) + rect(-34, -164, 68, 34, 'none') + curve('M-36 -138V-160H36V-138', 12, p.navy) + circle(0, -58, 30, p.chalk) + rect(-6, -80, 12, 44, p.navy, 4) + rect(-22, -64, 44, 12, p.navy, 4))}`;
}
