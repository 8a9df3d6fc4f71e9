/**
 * The drawn parts of a certificate as SVG, in millimetres on A4 landscape: the frame of a nautical chart (a graduated
 * scale), a guilloche band as on banknotes, a background of fine waves with a compass rose, and the academy's mark.
 * They consist only of sums of sines, without random numbers, so that every drawing is identical byte for byte.
 */

const sheet = { width: 297, height: 210 } as const;
/** The inner line of the frame, and the left edge of the right-hand column with photograph, details and QR code. */
const inner = { left: 17, top: 17, right: 280, bottom: 193 } as const;
const railLeft = 226;

const ink = { navy: '#0b2545', signal: '#d9431e', band: '#6d87a3', wave: '#e3eaf0', rose: '#d3dee8', rail: '#f1f5f8' };

type Point = readonly [x: number, y: number];
type Curve = (t: number) => Point;

const tau = 2 * Math.PI;
/**
 * Integer coordinates in twentieths of a millimetre, finer than a 600 dpi printer, make the PDF a third smaller than
 * decimals.
 */
const perMillimetre = 20;
const at = (millimetres: number): string => String(Math.round(millimetres * perMillimetre));
const spot = ([x, y]: Point): string => `${at(x)} ${at(y)}`;

const drawing = (width: number, height: number, parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${at(width)} ${at(height)}">${parts.join('')}</svg>`;

const stroked = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width * perMillimetre}"/>`;

const filled = (d: string, colour: string): string => `<path d="${d}" fill="${colour}"/>`;

const box = (x: number, y: number, w: number, h: number): string =>
  `M${at(x)} ${at(y)}H${at(x + w)}V${at(y + h)}H${at(x)}Z`;

const disc = ([x, y]: Point, radius: number, colour: string): string =>
  `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${colour}"/>`;

/** Approximates a curve by cubic Béziers with its points and slopes, so that few pieces look smooth. */
function pathOf(curve: Curve, from: number, to: number, pieces: number): string {
  const step = (to - from) / pieces;
  const tiny = step / 1000;
  const handle = (t: number): Point => {
    const [ax, ay] = curve(t - tiny);
    const [bx, by] = curve(t + tiny);
    return [((bx - ax) / tiny / 6) * step, ((by - ay) / tiny / 6) * step];
  };
  let path = `M${spot(curve(from))}`;
  for (let piece = 0; piece < pieces; piece++) {
    const t = from + piece * step;
    const [x0, y0] = curve(t);
    const [x1, y1] = curve(t + step);
    const [out, into] = [handle(t), handle(t + step)];
    path += `C${spot([x0 + out[0], y0 + out[1]])} ${spot([x1 - into[0], y1 - into[1]])} ${spot([x1, y1])}`;
  }
  return path;
}

/** Several phase-shifted sines of one wavelength between two points: one side of the band. */
function bandSide([x0, y0]: Point, [x1, y1]: Point): string {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const waves = Math.round(length / 13);
  const strands = 6;
  const reach = 2.5;
  let d = '';
  for (let strand = 0; strand < strands; strand++) {
    const shift = (strand / strands) * tau;
    const curve: Curve = (t) => {
      const off = reach * Math.sin(t * waves * tau + shift) * (0.72 + 0.28 * Math.cos(t * waves * 2 * tau));
      return [x0 + ux * length * t - uy * off, y0 + uy * length * t + ux * off];
    };
    d += pathOf(curve, 0, 1, waves * 6);
  }
  return d;
}

type Ring = { radius: number; depth: number; lobes: number };

/** One ring of a rosette: a wavy circle, drawn eight times, each rotated a little further. */
function ringOf([cx, cy]: Point, { radius, depth, lobes }: Ring): string {
  const lines = 8;
  let d = '';
  for (let line = 0; line < lines; line++) {
    const turn = (line / lines) * tau;
    const curve: Curve = (angle) => {
      const r = radius + depth * Math.sin(lobes * angle + turn);
      return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)];
    };
    d += `${pathOf(curve, 0, tau, lobes * 4)}Z`;
  }
  return d;
}

/** Fine waves whose phases shift from line to line, like depth contours. */
function waves(): string {
  let d = '';
  for (let y = inner.top + 1.2; y < inner.bottom - 0.6; y += 1.9) {
    const curve: Curve = (x) => [
      x,
      y + 0.85 * Math.sin((x / 31) * tau + y / 9) * Math.sin(y / 23 + x / 60) + 0.3 * Math.sin((x / 19) * tau - y / 5),
    ];
    d += pathOf(curve, inner.left, railLeft, Math.round((railLeft - inner.left) / 5));
  }
  return d;
}

/**
 * The star of a compass rose, with its four intermediate points behind its four cardinal ones. Each point has a light
 * and a shaded half, as in engravings.
 */
function compassStar(middle: Point, radius: number): { outline: string; shade: string } {
  const [cx, cy] = middle;
  const polar = (angle: number, r: number): string => spot([cx + r * Math.cos(angle), cy + r * Math.sin(angle)]);
  let outline = '';
  let shade = '';
  for (let point = 0; point < 8; point++) {
    const angle = (point * tau) / 8 - tau / 4;
    const tip = polar(angle, point % 2 === 0 ? radius : radius * 0.6);
    const [before, after] = [polar(angle - tau / 16, radius * 0.2), polar(angle + tau / 16, radius * 0.2)];
    outline += `M${before}L${tip}L${after}L${spot(middle)}Z`;
    shade += `M${tip}L${after}L${spot(middle)}Z`;
  }
  return { outline, shade };
}

/** The graduated edge of a chart: every second step filled, all around; odd counts leave each corner dark. */
function chartScale(inset: number, thickness: number): string {
  const across = (sheet.width - 2 * inset) / 57;
  const down = (sheet.height - 2 * inset) / 39;
  let d = '';
  for (let column = 0; column < 57; column += 2) {
    const x = inset + column * across;
    d += box(x, inset, across, thickness) + box(x, sheet.height - inset - thickness, across, thickness);
  }
  for (let row = 0; row < 39; row += 2) {
    const y = inset + row * down;
    d += box(inset, y, thickness, down) + box(sheet.width - inset - thickness, y, thickness, down);
  }
  return d;
}

const outlineOf = (inset: number, width: number): string =>
  stroked(box(inset, inset, sheet.width - 2 * inset, sheet.height - 2 * inset), ink.navy, width);

/** The pale compass rose behind the text, clipped at the right-hand column. */
function paleRose(): string {
  const middle: Point = [190, 124];
  const { outline, shade } = compassStar(middle, 27);
  return [
    `<clipPath id="paper"><path d="${box(inner.left, inner.top, railLeft - inner.left, inner.bottom - inner.top)}"/></clipPath>`,
    '<g clip-path="url(#paper)">',
    stroked(ringOf(middle, { radius: 54, depth: 5, lobes: 28 }), ink.rose, 0.12),
    stroked(ringOf(middle, { radius: 38, depth: 9, lobes: 18 }), ink.rose, 0.12),
    filled(outline, '#fff'),
    filled(shade, ink.wave),
    stroked(outline, ink.rose, 0.14),
    '</g>',
  ].join('');
}

/** Everything behind the text: waves, rose, right-hand column and frame. */
export function certificateGround(): string {
  const { width, height } = sheet;
  const middle = 13.2;
  const corners: Point[] = [
    [middle, middle],
    [width - middle, middle],
    [width - middle, height - middle],
    [middle, height - middle],
  ];
  // Stars, not rings: a scanner takes concentric rings for the corners of a QR code.
  const knot = (corner: Point): string => {
    const { outline, shade } = compassStar(corner, 3.4);
    return disc(corner, 3.9, '#fff') + filled(shade, ink.navy) + stroked(outline, ink.navy, 0.14);
  };
  const sides = corners.map((corner, index) => bandSide(corner, corners[(index + 1) % 4] ?? corner));
  return drawing(width, height, [
    filled(box(0, 0, width, height), '#fff'),
    stroked(waves(), ink.wave, 0.13),
    paleRose(),
    filled(box(railLeft, inner.top, inner.right - railLeft, inner.bottom - inner.top), ink.rail),
    stroked(`M${at(railLeft)} ${at(inner.top)}V${at(inner.bottom)}`, ink.navy, 0.25),
    stroked(sides.join(''), ink.band, 0.14),
    ...corners.map(knot),
    outlineOf(inner.left, 0.25),
    filled(chartScale(8, 1.3), ink.navy),
    outlineOf(8, 0.2),
    outlineOf(9.3, 0.2),
  ]);
}

/** An engraved seal of 42 mm, drawn in place of a photograph. */
export function certificateSeal(): string {
  const middle: Point = [21, 21];
  const { outline, shade } = compassStar(middle, 10);
  return drawing(42, 42, [
    stroked(ringOf(middle, { radius: 18.4, depth: 2.5, lobes: 24 }), ink.band, 0.13),
    stroked(ringOf(middle, { radius: 13, depth: 2.6, lobes: 16 }), ink.band, 0.13),
    filled(outline, '#fff'),
    filled(shade, ink.navy),
    stroked(outline, ink.navy, 0.18),
  ]);
}

/**
 * The academy's mark, as on the website: a fairlead, the ring that a line runs through, with the line forming a wave.
 */
export function academyMark(): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 40 40">',
    `<circle cx="20" cy="20" r="19" fill="${ink.navy}"/>`,
    '<circle cx="20" cy="20" r="8.5" fill="none" stroke="#fff" stroke-width="3"/>',
    `<path d="M3 26c5-5 9-5 13-1s9 4 13 0 6-4 8-3" fill="none" stroke="${ink.signal}" stroke-width="3.5" stroke-linecap="round"/>`,
    '</svg>',
  ].join('');
}
