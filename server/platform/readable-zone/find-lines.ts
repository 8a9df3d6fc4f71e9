import { type GreyPicture, inkOf, shrink } from './grey-picture.ts';

/**
 * One of the two lines of a readable zone, in pixels of the picture: the left end of its first letter on its middle
 * line, how far it falls for each pixel to the right, and the distance from one letter to the next.
 */
export type ZoneLine = { x: number; y: number; slope: number; pitch: number };

/** The letters of a line of a passport (ICAO 9303, part 4). */
export const lettersOfLine = 44;
/** From the first ink of a line to its last, in pitches: a letter takes about 0.72 of its pitch. */
export const inkOfLine = lettersOfLine - 0.28;
/** The ink of a letter begins after this part of its pitch. */
export const bearing = 0.14;

/** The picture is searched at this width: letters are 5 to 20 pixels wide. */
const searchedAt = 1000;
/** The steepest slope, and the steps between, in degrees. */
const [steepest, step] = [6, 0.25];
/** A line is at least this part of the picture's width. */
const narrowest = 0.3;
/** A gap between two letters is at most this part of the picture's width. */
const widestGap = 0.026;
/** How many strokes a row of pixels through 44 letters crosses. */
const strokes = { least: 34, most: 170 };

/** Rows of pixels that cross a line of letters. */
type Band = { top: number; bottom: number; left: number; right: number };

/**
 * Finds the readable zone of a passport: two long lines of evenly spaced letters, one below the other, at the distance
 * that ICAO 9303 gives them. It looks for nothing that is turned by more than 6 degrees.
 */
export function findLines(picture: GreyPicture): [ZoneLine, ZoneLine] | undefined {
  const small = shrink(picture, searchedAt);
  const ink = inkOf(small, Math.round(small.width / 70));
  const slope = slopeOf(ink, small);
  const pair = pairOf(bandsOf(ink, small, slope));
  if (!pair) return undefined;
  const lineOf = (band: Band): ZoneLine => {
    const pitch = ((band.right - band.left) * small.factor) / inkOfLine;
    const x = band.left * small.factor - bearing * pitch;
    const y = (middleOf(band) + (band.left - small.width / 2) * slope) * small.factor;
    return { x, y, slope, pitch };
  };
  return [lineOf(pair[0]), lineOf(pair[1])];
}

/** The slope at which the rows differ most in how many strokes they cross: that of the lines of text. */
function slopeOf(ink: Uint8Array, { width, height }: GreyPicture): number {
  const edges: { x: number; y: number }[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 1; x < width; x += 1)
      if (ink[y * width + x] !== ink[y * width + x - 1]) edges.push({ x: x - width / 2, y: y + height / 2 });
  let best = { slope: 0, contrast: -1 };
  for (let degrees = -steepest; degrees <= steepest; degrees += step) {
    const slope = Math.tan((degrees * Math.PI) / 180);
    const rows = new Float64Array(height * 2);
    for (const { x, y } of edges) {
      const row = Math.round(y - x * slope);
      rows[row] = (rows[row] ?? 0) + 1;
    }
    const contrast = rows.reduce((sum, count, row) => sum + (count - (rows[row - 1] ?? 0)) ** 2, 0);
    if (contrast > best.contrast) best = { slope, contrast };
  }
  return best.slope;
}

function bandsOf(ink: Uint8Array, picture: GreyPicture, slope: number): Band[] {
  const bands: Band[] = [];
  for (let y = 0; y < picture.height; y += 1) {
    const run = longestRun(ink, picture, { y, slope });
    if (!run) continue;
    const band = bands.at(-1);
    const common = band ? Math.min(run.right, band.right) - Math.max(run.left, band.left) : 0;
    if (band && y - band.bottom <= 2 && common > 0.6 * (band.right - band.left)) {
      band.bottom = y;
      band.left = Math.min(band.left, run.left);
      band.right = Math.max(band.right, run.right);
    } else bands.push({ top: y, bottom: y, ...run });
  }
  return bands;
}

/** The part of a sloping row with the most strokes in a row; undefined unless it could be one through 44 letters. */
function longestRun(ink: Uint8Array, { width, height }: GreyPicture, { y, slope }: { y: number; slope: number }) {
  let run = { left: 0, right: Number.NEGATIVE_INFINITY, strokes: 0, ink: 0 };
  let best = run;
  let wasInk = false;
  for (let x = 0; x < width; x += 1) {
    const row = Math.round(y + (x - width / 2) * slope);
    const isInk = row >= 0 && row < height && ink[row * width + x] === 1;
    if (isInk) {
      if (x - run.right > widestGap * width) run = { left: x, right: x, strokes: 0, ink: 0 };
      if (!wasInk) run.strokes += 1;
      run.ink += 1;
      run.right = x;
      if (run.strokes > best.strokes) best = run;
    }
    wasInk = isInk;
  }
  const length = best.right - best.left;
  const isLine = best.strokes >= strokes.least && best.strokes <= strokes.most && best.ink < 0.75 * length;
  return isLine && length > narrowest * width ? { left: best.left, right: best.right } : undefined;
}

const middleOf = ({ top, bottom }: Band) => (top + bottom) / 2;

/** The two bands that are most like the lines of a zone: as long as each other, 2.5 pitches apart, below all others. */
function pairOf(bands: readonly Band[]): [Band, Band] | undefined {
  let best: { pair: [Band, Band]; unlike: number } | undefined;
  for (const upper of bands)
    for (const lower of bands) {
      if (lower.top <= upper.bottom) continue;
      const pitch = Math.max(upper.right - upper.left, lower.right - lower.left) / inkOfLine;
      const apart = (middleOf(lower) - middleOf(upper)) / pitch;
      const ends = (Math.abs(upper.left - lower.left) + Math.abs(upper.right - lower.right)) / pitch;
      if (apart < 1.8 || apart > 3.2 || ends > 8 || ![upper, lower].every((band) => isAsHigh(band, pitch))) continue;
      const unlike = ends + 3 * Math.abs(apart - 2.5) - lower.top / 10_000;
      if (!best || unlike < best.unlike) best = { pair: [upper, lower], unlike };
    }
  return best?.pair;
}

/** Capitals are 0.94 pitches high; less is left of those that slope otherwise than the page. */
function isAsHigh({ top, bottom }: Band, pitch: number): boolean {
  const height = (bottom - top) / pitch;
  return height > 0.25 && height < 1.9;
}
