import { bearing, inkOfLine, lettersOfLine, type ZoneLine } from './find-lines.ts';
import { brightnessAt, type GreyPicture } from './grey-picture.ts';

/** How a line is drawn: the pixels from one letter to the next, the margin at both ends, and the size of the strip. */
const pitch = 32;
const margin = 1.5 * pitch;
const [width, height] = [lettersOfLine * pitch + 2 * margin, 2.25 * pitch];
/** A cell is wider than its letter, so that no letter touches the next. */
const cellWidth = 1.5 * pitch;
export const cell = { width: cellWidth, height };

/** A gap of this many pitches ends a line. */
const endsAfter = 1.7;
/** Darker than this is ink, in a strip whose paper is white. */
const dark = 165;

/**
 * Draws a line of the zone as 44 cells of the same size, side by side, each with one letter: black on white, level, at
 * one size, whatever the light, the distance and the angle of the picture were.
 */
export function drawCells(picture: GreyPicture, found: ZoneLine): GreyPicture {
  const strip = straighten(picture, found);
  const cuts = cutsOf(strip);
  const cells: GreyPicture = {
    pixels: new Uint8Array(lettersOfLine * cellWidth * height).fill(255),
    width: lettersOfLine * cellWidth,
    height,
  };
  for (let i = 0; i < lettersOfLine; i += 1) {
    const [from, to] = [cuts[i] ?? 0, cuts[i + 1] ?? 0];
    const left = i * cellWidth + ((cellWidth - (to - from)) >> 1);
    for (let y = 0; y < height; y += 1)
      cells.pixels.set(strip.pixels.subarray(y * width + from, y * width + to), y * cells.width + left);
  }
  return cells;
}

/** The line as a level strip; its place, slope and length are measured again in it, three times. */
function straighten(picture: GreyPicture, found: ZoneLine): GreyPicture {
  let line = found;
  for (let round = 0; round < 3; round += 1) line = measure(levelled(sample(picture, line)), line);
  return levelled(sample(picture, line));
}

function sample(picture: GreyPicture, { x, y, slope, pitch: size }: ZoneLine): GreyPicture {
  const pixels = new Uint8Array(width * height);
  const scale = size / pitch;
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const right = (column - margin) * scale;
      const down = (row - height / 2) * scale;
      pixels[row * width + column] = brightnessAt(picture, x + right, y + slope * right + down) ?? 255;
    }
  return { pixels, width, height };
}

/** The same with white paper and black ink: the paper's brightness is measured around each column. */
function levelled({ pixels }: GreyPicture): GreyPicture {
  const [paper, ink] = [new Float64Array(width), new Float64Array(width)];
  for (let x = 0; x < width; x += 1) {
    const counts = new Uint32Array(256);
    let total = 0;
    for (let i = Math.max(0, x - cellWidth); i < Math.min(width, x + cellWidth); i += 2)
      for (let y = 0; y < height; y += 2) {
        const value = pixels[y * width + i] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
        total += 1;
      }
    paper[x] = quantile(counts, 0.75 * total);
    ink[x] = quantile(counts, 0.03 * total);
  }
  // what is pale in the middle of the line is a pattern of the paper elsewhere
  const usual = ink.slice(width >> 2, (3 * width) >> 2).toSorted()[width >> 2] ?? 0;
  const level = new Uint8Array(width * height);
  for (let x = 0; x < width; x += 1) {
    const white = paper[x] ?? 255;
    const black = Math.min(Math.max(ink[x] ?? 0, 0.6 * usual), 0.62 * white);
    for (let i = x; i < level.length; i += width) {
      const value = (255 * ((pixels[i] ?? 0) - black)) / (white - black);
      level[i] = Math.max(0, Math.min(255, value));
    }
  }
  return { pixels: level, width, height };
}

/** The value below which `rank` of the counted ones are. */
function quantile(counts: Uint32Array, rank: number): number {
  let below = 0;
  const value = counts.findIndex((count) => {
    below += count;
    return below >= rank;
  });
  return Math.max(0, value);
}

const darknessAt = ({ pixels }: GreyPicture, x: number, y: number) =>
  Math.max(0, dark - (pixels[y * width + x] ?? 255));

/** How much ink each column has between two rows. */
function inkOfColumns(strip: GreyPicture, from: number): Float64Array {
  return Float64Array.from({ length: width }, (_, x) => {
    let sum = 0;
    for (let y = from; y < height - from; y += 1) sum += darknessAt(strip, x, y);
    return sum;
  });
}

/** Where the line really is, as its strip shows. */
function measure(strip: GreyPicture, line: ZoneLine): ZoneLine {
  const scale = line.pitch / pitch;
  const middle = middleLine(strip);
  const columns = inkOfColumns(strip, pitch / 2);
  const ends = [-1, 1].map((way) => endFrom(columns, width >> 1, way));
  const [first = 0, last = 0] = ends;
  const measured = ((last - first) * scale) / inkOfLine;
  const right = (first - margin) * scale - bearing * measured;
  // what reaches the end of the strip may begin before it
  const before = first <= 1 ? line.pitch : 0;
  return {
    x: line.x + right - before,
    y: line.y + line.slope * (right - before) + (middle.at - height / 2) * scale,
    slope: line.slope + middle.slope,
    pitch: measured,
  };
}

/** The end of the letters, from a column in their middle outwards. */
function endFrom(columns: Float64Array, from: number, way: number): number {
  let end = from;
  for (let x = from; x >= 0 && x < width && Math.abs(x - end) < endsAfter * pitch; x += way)
    if ((columns[x] ?? 0) > 300) end = x;
  return end;
}

type Point = { x: number; y: number };

/** The straight line through the middle of the letters: its row at the beginning of the line, and its slope. */
function middleLine(strip: GreyPicture): { at: number; slope: number } {
  let points: Point[] = [];
  for (let left = margin - pitch; left < width - pitch; left += pitch) {
    let [sum, rows] = [0, 0];
    for (let x = left; x < left + pitch; x += 1)
      for (let y = 4; y < height - 4; y += 1) {
        const ink = darknessAt(strip, x, y);
        sum += ink;
        rows += ink * y;
      }
    if (sum > 3000) points.push({ x: left + pitch / 2, y: rows / sum });
  }
  let fit = fitOf(points);
  points = points.filter(({ x, y }) => Math.abs(fit.at + fit.slope * (x - margin) - y) < pitch / 6);
  if (points.length > 5) fit = fitOf(points);
  return fit;
}

/** Least squares; level and in the middle of the strip without points enough. */
function fitOf(points: readonly Point[]): { at: number; slope: number } {
  if (points.length < 6) return { at: height / 2, slope: 0 };
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const slope = mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
  return { at: y + slope * (margin - x), slope };
}

/**
 * The 45 columns that divide 44 letters: where there is least ink, at nearly the same distance from each other, since
 * pictures from the side have wider letters at one end.
 */
function cutsOf(strip: GreyPicture): number[] {
  const ink = inkOfColumns(strip, Math.round(0.375 * pitch)).map(Math.sqrt);
  const [narrowest, widest] = [Math.round(0.81 * pitch), Math.round(1.19 * pitch)];
  let costs = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  for (let x = 0; x < margin + pitch / 2; x += 1) costs[x] = (ink[x] ?? 0) + 0.3 * Math.abs(x - margin);
  const origins: Int16Array[] = [];
  for (let letter = 1; letter <= lettersOfLine; letter += 1) {
    const next = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
    const origin = new Int16Array(width);
    const about = margin + letter * pitch;
    for (let x = about - pitch; x < Math.min(width, about + pitch); x += 1)
      for (let wide = narrowest; wide <= widest; wide += 1) {
        const cost = (costs[x - wide] ?? Number.POSITIVE_INFINITY) + 0.5 * (wide - pitch) ** 2 + (ink[x] ?? 0);
        if (cost < (next[x] ?? 0)) {
          next[x] = cost;
          origin[x] = x - wide;
        }
      }
    origins.push(origin);
    costs = next;
  }
  const cuts = [costs.indexOf(Math.min(...costs))];
  for (const origin of origins.toReversed()) cuts.unshift(origin[cuts[0] ?? 0] ?? 0);
  return cuts;
}
