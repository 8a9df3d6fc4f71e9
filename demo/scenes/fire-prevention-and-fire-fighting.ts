import { hardHat, limb } from '../drawing/figure.ts';
import { palette as p, skins } from '../drawing/palette.ts';
import { backdrop } from '../drawing/scenery.ts';
import { circle, curve, place, polygon, rect, repeat, stroke } from '../drawing/svg.ts';

/** One flame 200 wide and 300 high, standing on the origin; `lick` bends its tip. */
export function flame(lick = 0): string {
  const tip = lick * 34;
  return `<path d="M-92 0C-140 -90 -70 -140 -74 -210C-30 -180 -26 -150 -22 -130C0 -190 ${tip - 10} -250 ${tip} -310C70 -250 110 -190 84 -120C110 -130 116 -150 118 -170C150 -90 120 -30 92 0Z" fill="${p.orange}"/>
    <path d="M-60 0C-84 -60 -40 -90 -34 -130C-8 -96 0 -120 ${tip * 0.5} -190C50 -140 70 -100 58 -60C76 -66 78 -80 80 -92C94 -44 80 -20 62 0Z" fill="${p.ochre}"/>
    <path d="M-30 0C-40 -34 -12 -50 -4 -96C30 -64 42 -30 30 0Z" fill="${p.chalk}"/>`;
}

/** A fire-fighter seen from the side, facing right, nozzle in both hands at (214, -296). 560 high. */
export function fireFighter(): string {
  const coat = p.ochre;
  const shade = '#c98f2b';
  const trim = (x: number, y: number, w: number) => rect(x, y, w, 10, p.chalk) + rect(x, y + 10, w, 12, p.orange);
  return `${rect(-136, -440, 78, 216, p.steel, 38)}${rect(-130, -400, 66, 22, p.ocean)}${rect(-112, -466, 26, 40, p.haze, 8)}
    ${limb(
      [
        [-34, -226],
        [-84, -120],
        [-118, -50],
      ],
      92,
      shade,
      p.ink,
    )}${limb(
      [
        [22, -226],
        [86, -130],
        [70, -50],
      ],
      92,
      coat,
      p.ink,
    )}
    ${rect(-176, -46, 122, 54, p.ink, 22)}${rect(24, -46, 130, 54, p.ink, 22)}
    <path d="M-86 -190V-392C-86 -436 -50 -456 -8 -456H30C66 -456 86 -430 86 -392V-190Z" fill="${coat}"/>${trim(-86, -250, 172)}
    ${limb(
      [
        [-6, -404],
        [60, -316],
        [150, -300],
      ],
      66,
      shade,
      p.navy,
    )}
    ${curve('M-420 60C-300 20 -240 -70 -110 -176S60 -280 176 -296', 34, p.chalk)}${curve('M-420 60C-300 20 -240 -70 -110 -176S60 -280 176 -296', 8, p.haze, 'stroke-dasharray="10 22"')}
    ${polygon(
      [
        [166, -318],
        [246, -330],
        [246, -270],
        [166, -276],
      ],
      p.navy,
    )}${rect(240, -336, 30, 72, p.orange, 8)}
    ${limb(
      [
        [-20, -392],
        [22, -270],
        [128, -288],
      ],
      72,
      coat,
      p.navy,
    )}${stroke(
      [
        [2, -318],
        [42, -318],
      ],
      14,
      p.chalk,
    )}
    ${place(18, -514, `${circle(0, 0, 64, skins[2])}<path d="M-8 -34H60C72 -10 66 40 40 56C10 54 -8 20 -8 -34Z" fill="${p.navy}"/><path d="M12 -22H54C58 -4 54 8 50 14H12Z" fill="${p.steel}"/>${circle(48, 44, 18, p.haze)}${hardHat(64, p.orange)}${rect(-84, -4, 36, 60, p.orange, 16)}`)}
    ${curve('M62 -470C70 -430 10 -420 -70 -400', 15, p.ink)}`;
}

/** Water in a wide fan from the origin to the right. */
export function spray(length = 520): string {
  const fan = [-0.3, -0.16, 0, 0.14, 0.27].map((slope, i) => {
    const end = slope * length;
    return `<path d="M0 0Q${length * 0.5} ${end * 0.4 - 26} ${length} ${end + 26}" stroke="${i % 2 === 0 ? p.mist : p.chalk}" stroke-width="${17 - Math.abs(slope) * 18}" fill="none" stroke-linecap="round" stroke-dasharray="${120 - i * 12} 26"/>`;
  });
  return `<path d="M0 -6Q${length * 0.5} ${-length * 0.18} ${length} ${-length * 0.3}V${length * 0.36}Q${length * 0.5} ${length * 0.12} 0 8Z" fill="${p.shallow}" opacity="0.4"/>${fan.join('')}`;
}

export function scene(): string {
  const bulkhead = `${rect(1010, 120, 420, 680, p.ink, 40)}${rect(1030, 140, 380, 660, '#3b1622', 30)}${rect(992, 102, 456, 700, 'none', 50)}
    <path d="M1000 800V160A48 48 0 0 1 1048 112H1392A48 48 0 0 1 1440 160V800" fill="none" stroke="${p.steel}" stroke-width="26"/>${repeat(6, (i) => rect(978, 190 + i * 104, 30, 40, p.haze, 8))}`;
  const smoke = [
    [1090, 190, 96],
    [1210, 150, 120],
    [1340, 200, 100],
    [1180, 260, 90],
    [1310, 290, 84],
  ].map(([x = 0, y = 0, r = 0]) => circle(x, y, r, '#26324a'));
  const fire = `<clipPath id="doorway"><path d="M1012 800V160A36 36 0 0 1 1048 124H1392A36 36 0 0 1 1428 160V800Z"/></clipPath>
    <g clip-path="url(#doorway)">${smoke.join('')}${place(1110, 790, flame(0.6), { scale: 1.35 })}${place(1330, 792, flame(-0.8), { scale: 1.5 })}${place(1225, 794, flame(0.2), { scale: 1.7 })}</g>`;
  const plates = repeat(
    6,
    (i) =>
      `<path d="M${i * 320 - 80} 900L${i * 250 + 180} 770" stroke="${p.blue}" stroke-opacity="0.5" stroke-width="4"/>`,
  );
  return `${backdrop(p.navy, p.haze, { x: 760, y: 400, radius: 366, fill: p.ocean })}
    ${rect(0, 96, 1000, 26, p.ocean)}${rect(0, 140, 1000, 14, p.blue)}${rect(196, 96, 30, 66, p.blue, 6)}${rect(600, 96, 30, 66, p.blue, 6)}
    ${rect(0, 770, 1600, 130, p.ink)}${plates}${bulkhead}${fire}
    <path d="M1000 800H1440L1500 900H900Z" fill="${p.orange}" opacity="0.16"/>
    ${place(806, 452, spray(500), { turn: 8 })}
    <ellipse cx="530" cy="806" rx="210" ry="18" fill="#000" opacity="0.25"/>${place(536, 802, fireFighter(), { scale: 1.06 })}`;
}
