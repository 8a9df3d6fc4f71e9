import { letter } from '../../drawing/lettering.ts';
import { palette as p } from '../../drawing/palette.ts';
import { swell } from '../../drawing/scenery.ts';
import { circle, curve, place, rect, repeat, round } from '../../drawing/svg.ts';
import { attendant, entrant } from '../../scenes/enclosed-space-entry.ts';
import { gasDetector } from '../../scenes/hydrogen-sulphide.ts';
import type { Picture } from '../script.ts';
import { between, blinks, ground, sea, swing } from './common.ts';

const gasTone = '#d9c65a';

/** A tank in section: vapour gathers along the bottom and rises slowly. */
export const heavyGas: Picture = (t) => {
  const level = 86 - 70 * between(t, 0.5, 6);
  const puffs = repeat(7, (i) => circle(-84 + i * 28, level + swing(t + i * 0.7, 3) * 4, 13, gasTone));
  return `${ground(p.mist)}${rect(-120, -64, 240, 200, p.ocean)}${rect(-120, -74, 84, 16, p.steel)}${rect(16, -74, 110, 16, p.steel)}${rect(-40, -92, 10, 34, p.orange, 3)}${rect(10, -92, 10, 34, p.orange, 3)}
    <g opacity="0.75">${rect(-120, level, 240, 120, gasTone)}${puffs}</g>${rect(-90, -58, 8, 180, p.navy)}${rect(82, -58, 8, 180, p.navy)}`;
};

/** Crude oil in a cargo tank releases bubbles of gas. */
export const sourOil: Picture = (t) => {
  const bubbles = repeat(9, (i) => {
    const rise = (t * 0.22 + i * 0.37) % 1;
    return circle(
      -80 + ((i * 53) % 160),
      96 - rise * 86,
      3 + (i % 3) * 2,
      gasTone,
      `opacity="${round(1 - rise * 0.5)}"`,
    );
  });
  const wisp = curve(
    `M-60 0c20 -24 -16 -40 6 -70M0 -4c20 -24 -16 -40 6 -70M60 0c20 -24 -16 -40 6 -70`,
    8,
    gasTone,
    'stroke-opacity="0.6"',
  );
  return `${ground(p.navy)}${place(0, swing(t, 3) * 3, wisp)}${swell({ y: 14, amplitude: 4, length: 90, phase: t * 0.15, from: -120, to: 120, bottom: 120 }, p.ink)}${bubbles}`;
};

/** A nose that smells less and less while the concentration rises. */
export const deadNose: Picture = (t) => {
  const dose = between(t, 0.8, 6);
  const bars = repeat(8, (i) => rect(-84 + i * 22, 74 - i * 9, 14, 12 + i * 9, i / 8 < dose ? gasTone : p.mist, 3));
  const smell = 1 - dose;
  const waves = repeat(3, (i) =>
    curve(
      `M${-40 - i * 14} -26c-10 -12 10 -22 0 -36`,
      6,
      p.orange,
      `stroke-opacity="${round(Math.max(smell - i * 0.18, 0))}"`,
    ),
  );
  return `${ground(p.paper)}${bars}<path d="M16 -92C40 -84 44 -54 40 -38C58 -20 62 -2 40 2C24 6 8 4 0 -2C-6 -40 0 -70 16 -92Z" fill="#bf8259"/>${circle(30, -8, 6, '#7a4a30')}${waves}`;
};

/** The detector runs through its range and into alarm. */
export const detectorAlarm: Picture = (t) => {
  const level = between(t, 0.8, 3.6);
  const alarm = level > 0.9 && blinks(t, 0.8);
  const arcs = alarm
    ? curve(
        'M-78 -34A86 86 0 0 0 -78 44M78 -34A86 86 0 0 1 78 44M-94 -46A108 108 0 0 0 -94 56M94 -46A108 108 0 0 1 94 56',
        6,
        p.ochre,
      )
    : '';
  return `${ground(p.navy)}${arcs}${place(0, 4, gasDetector(level), { scale: 0.27, turn: alarm ? swing(t, 0.2) * 1.5 : 0 })}`;
};

/** A bump test: gas from a small bottle, and the bars respond. */
export const bumpTest: Picture = (t) => {
  const flow = between(t, 1, 1.4);
  const hose = curve('M-62 26C-62 -70 -20 -104 38 -70', 9, p.haze);
  const puff = repeat(3, (i) =>
    circle(38 + i * 3, -66 + ((t * 20 + i * 9) % 26), 4, gasTone, `opacity="${flow * 0.9}"`),
  );
  return `${ground(p.ocean)}${hose}${rect(-88, 24, 52, 86, '#2c8a58', 20)}${rect(-74, 6, 24, 22, p.steel, 5)}${place(38, 22, gasDetector(between(t, 1.4, 3.2)), { scale: 0.24 })}${puff}`;
};

/** Wind carries a cloud of gas over the deck; someone walks out of it against the wind. */
export const upwind: Picture = (t) => {
  const arrows = repeat(4, (i) => {
    const x = -110 + ((t * 46 + i * 60) % 240);
    return `${curve(`M${round(x)} ${-74 + (i % 2) * 22}h26`, 5, p.chalk)}${curve(`M${round(x + 18)} ${-80 + (i % 2) * 22}l8 6l-8 6`, 5, p.chalk)}`;
  });
  const cloud = repeat(5, (i) =>
    circle(30 + i * 22, 30 - (i % 2) * 16 + swing(t + i, 2.6) * 3, 24, gasTone, 'opacity="0.7"'),
  );
  const x = 40 - 108 * between(t, 1, 6);
  return `${ground(p.steel)}${arrows.concat(cloud)}${rect(-120, 74, 240, 60, p.navy)}${place(x, 78 + Math.abs(swing(t, 0.8)) * -3, attendant(), { scale: 0.34, flip: true })}`;
};

/** One person has collapsed; the other stays outside and calls for help. */
export const attendantStays: Picture = (t) => {
  const call = blinks(t, 1) ? curve('M78 -70A22 22 0 0 1 78 -34M90 -80A36 36 0 0 1 90 -24', 5, p.orange) : '';
  return `${ground(p.mist)}${rect(-120, 30, 240, 120, p.ink)}${rect(-120, 22, 66, 14, p.steel)}${rect(-2, 22, 130, 14, p.steel)}<path d="M-52 36H-4L26 130H-82Z" fill="${p.ocean}"/>
    ${place(40, 24, attendant(), { scale: 0.36 })}${call}${curve('M-62 90q22 -24 40 -2', 20, p.orange)}${circle(-6, 84, 12, '#bf8259')}`;
};

/** Down a ladder on a lifeline, with a meter on the harness. */
export const climbingDown: Picture = (t) => {
  const y = 40 + 40 * between(t, 0.5, 6);
  const rungs = repeat(9, (i) => rect(-22, -104 + i * 28, 44, 5, p.haze, 2));
  return `${ground(p.ink)}<path d="M-34 -120H34L96 120H-96Z" fill="${p.ocean}"/>${rect(-28, -120, 7, 240, p.steel)}${rect(21, -120, 7, 240, p.steel)}${rungs}${rect(-1.5, -120, 3, y + 36, p.ochre)}
    ${place(0, y + 6, entrant(), { scale: 0.44 })}${circle(18, y - 48, 5, blinks(t, 1.4) ? '#5fd08e' : '#2c8a58')}`;
};

/** A tube is lowered and stops at three levels; each gets its reading. */
export const threeLevels: Picture = (t) => {
  const stops = [-20, 28, 74];
  const depth = t < 2.6 ? -20 : t < 4.6 ? 28 : 74;
  const previous = t < 2.6 ? -70 : t < 4.6 ? -20 : 28;
  const start = t < 2.6 ? 0.6 : t < 4.6 ? 2.6 : 4.6;
  const tip = previous + (depth - previous) * between(t, start, start + 0.9);
  const marks = stops.map((y, i) => {
    const done = t > 1.6 + i * 2;
    return `${curve(`M-96 ${y}H60`, 2, p.steel, 'stroke-dasharray="6 6"')}${letter(['TOP', 'MIDDLE', 'BOTTOM'][i] ?? '', { x: -70, y: y - 6, size: 10, weight: 600, fill: done ? p.ochre : p.steel })}${circle(0, y, done ? 7 : 4, done ? '#5fd08e' : p.steel)}`;
  });
  return `${ground(p.mist)}${rect(-120, -56, 240, 200, p.ink)}${rect(-120, -64, 98, 12, p.steel)}${rect(24, -64, 100, 12, p.steel)}${marks.join('')}
    ${curve(`M40 -76C22 -92 0 -86 0 -60V${round(tip)}`, 5, p.ochre)}${circle(0, tip, 7, p.orange)}${rect(34, -96, 38, 44, p.ochre, 8)}${rect(40, -89, 26, 15, p.navy, 3)}`;
};

/** A fan blows fresh air to the bottom of a tank; foul air leaves by the hatch. */
export const ventilation: Picture = (t) => {
  const clean = between(t, 0.8, 6.5);
  const air = repeat(6, (i) => {
    const way = (t * 0.35 + i / 6) % 1;
    return circle(-20 + Math.sin(way * 9) * 3, -60 + way * 150, 4, p.chalk);
  });
  const foul = repeat(5, (i) => {
    const way = (t * 0.3 + i / 5) % 1;
    return circle(
      46 + swing(t + i, 2) * 8,
      90 - way * 180,
      6,
      gasTone,
      `opacity="${round((1 - way) * (1 - clean * 0.7))}"`,
    );
  });
  return `${ground(p.mist)}${rect(-120, -52, 240, 200, p.ink)}${rect(-120, 40, 240, 90, gasTone).replace('/>', ` opacity="${round(0.5 * (1 - clean))}"/>`)}${rect(-120, -60, 84, 12, p.steel)}${rect(-6, -60, 30, 12, p.steel)}${rect(70, -60, 60, 12, p.steel)}
    ${curve('M-50 -76C-28 -84 -20 -66 -20 -40V70', 18, p.sand)}${rect(-82, -98, 42, 40, p.navy, 8)}${place(
      -61,
      -78,
      repeat(3, (i) => place(0, 0, rect(-3, -16, 6, 16, p.haze, 3), { turn: i * 120 + t * 260 })),
    )}${air}${foul}`;
};

/** Rusting iron takes the oxygen out of the air. */
export const rustTakesOxygen: Picture = (t) => {
  const left = between(t, 1, 6);
  const rust = repeat(10, (i) =>
    circle(-96 + i * 21, 78 - ((i * 7) % 12), 5 + 9 * left * ((i % 3) / 3 + 0.5), p.ember),
  );
  const oxygen = repeat(12, (i) => {
    const gone = i / 12 < left;
    const x = -78 + (i % 4) * 52 + swing(t + i, 3) * 4;
    const y = -72 + Math.floor(i / 4) * 44 + swing(t + i * 2, 2.4) * 4;
    return gone ? '' : circle(x - 7, y, 10, p.chalk) + circle(x + 7, y, 10, p.shallow);
  });
  return `${ground(p.blue)}${rect(-120, 74, 240, 60, p.steel)}${rust}${oxygen}`;
};

/** A sewage tank under the waterline. */
export const sewageTank: Picture = (t) => {
  const bubbles = repeat(6, (i) => {
    const rise = (t * 0.25 + i * 0.31) % 1;
    return circle(-40 + ((i * 37) % 80), 84 - rise * 60, 3 + (i % 2) * 2, gasTone, `opacity="${round(1 - rise)}"`);
  });
  return `${ground(p.shallow)}${sea(t, -40, p.steel)}<path d="M-120 -52H120V110H-70C-100 110 -120 90 -120 60Z" fill="${p.navy}"/>${rect(-66, -8, 132, 106, p.haze, 12)}<path d="M-58 30H58V80A10 10 0 0 1 48 90H-48A10 10 0 0 1 -58 80Z" fill="#5d6b3f"/>${bubbles}
    ${curve('M0 -8V-44H60', 12, p.haze)}`;
};
