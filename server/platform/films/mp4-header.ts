import { Refusal } from '../inspection/refusal.ts';
import { type Box, damagedFilm, innerBoxes } from './mp4-boxes.ts';

/** One track, as its own tables describe it; times in seconds, undefined where the file does not state them. */
export type Mp4Track = {
  /** 'vide', 'soun' or another four characters. */
  handler: string;
  /** The lengths in the headers of the media and of the track. */
  claimedMedia: number | undefined;
  claimedTrack: number | undefined;
  /** How much of it its edit list shows; undefined without one. A phone that trims a film writes only this list. */
  edited: number | undefined;
  /** The sum of the samples' lengths. */
  seconds: number;
  samples: number;
  bytes: number;
  /** The highest offset of a chunk of samples in the file. */
  farthestChunk: number;
};

export type Mp4Header = { claimed: number | undefined; fragmented: boolean; tracks: Mp4Track[] };

/**
 * Reads the fields of an MP4's header (the content of its `moov` box, ISO/IEC 14496-12, 8) that show whether it is
 * truthful.
 *
 * @throws Refusal when a table is longer than its box, or two tables contradict one another.
 */
export function readMp4Header(moov: Buffer): Mp4Header {
  const boxes = innerBoxes(moov, 0, moov.length);
  const movie = clock(moov, boxNamed(boxes, 'mvhd'), 12, 20);
  return {
    claimed: movie.seconds,
    fragmented: boxes.some(({ type }) => type === 'mvex'),
    tracks: boxes.filter(({ type }) => type === 'trak').map((box) => readTrack(moov, box, movie.scale)),
  };
}

function readTrack(moov: Buffer, trak: Box, movieScale: number): Mp4Track {
  const inside = (box: Box) => innerBoxes(moov, box.content, box.end);
  const track = inside(trak);
  const media = inside(boxNamed(track, 'mdia'));
  const tables = inside(boxNamed(inside(boxNamed(media, 'minf')), 'stbl'));
  const { scale, seconds } = clock(moov, boxNamed(media, 'mdhd'), 12, 20);
  const handler = boxNamed(media, 'hdlr');
  const { samples, bytes } = readSizes(moov, tables);
  const timing = readRuns(moov, boxNamed(tables, 'stts'));
  const chunks = readChunks(moov, tables);
  const shifts = tables.find(({ type }) => type === 'ctts');
  // Tables with too large counts would be read item by item, up to four thousand million times.
  const agreed =
    timing.samples === samples &&
    samplesInChunks(moov, boxNamed(tables, 'stsc'), chunks.count) === samples &&
    (!shifts || readRuns(moov, shifts).samples <= samples);
  if (!agreed) throw new Refusal(damagedFilm);
  return {
    handler: moov.toString('latin1', field(moov, handler, 8, 4), handler.content + 12),
    claimedMedia: seconds,
    claimedTrack: trackSeconds(moov, boxNamed(track, 'tkhd'), movieScale),
    edited: editedSeconds(moov, track, { movieScale, mediaScale: scale, mediaUnits: timing.units }),
    seconds: timing.units / scale,
    samples,
    bytes,
    farthestChunk: chunks.farthest,
  };
}

function boxNamed(boxes: readonly Box[], type: string): Box {
  const box = boxes.find((one) => one.type === type);
  if (!box) throw new Refusal(damagedFilm);
  return box;
}

/** The offset of a field in a box's content, checked to be inside the box. */
function field(buffer: Buffer, box: Box, offset: number, length: number): number {
  const place = box.content + offset;
  if (place + length > Math.min(box.end, buffer.length)) throw new Refusal(damagedFilm);
  return place;
}

const u32 = (buffer: Buffer, box: Box, offset: number) => buffer.readUInt32BE(field(buffer, box, offset, 4));

/** A count of time units; boxes of version 1 use 64 bits, and all bits set means 'unknown'. */
function units(buffer: Buffer, box: Box, offset: number, long: boolean): number | undefined {
  if (!long) {
    const value = u32(buffer, box, offset);
    return value === 0xffff_ffff ? undefined : value;
  }
  const value = buffer.readBigUInt64BE(field(buffer, box, offset, 8));
  return value === 0xffff_ffff_ffff_ffffn ? undefined : Number(value);
}

const isLong = (buffer: Buffer, box: Box) => buffer[field(buffer, box, 0, 1)] === 1;

/**
 * The time scale and length in a movie or media header. `short` and `long` are their offsets in version 0 and version
 * 1.
 */
function clock(buffer: Buffer, box: Box, short: number, long: number): { scale: number; seconds: number | undefined } {
  const at = isLong(buffer, box) ? long : short;
  const scale = u32(buffer, box, at);
  if (scale === 0) throw new Refusal(damagedFilm);
  const length = units(buffer, box, at + 4, at === long);
  return { scale, seconds: length === undefined ? undefined : length / scale };
}

function trackSeconds(buffer: Buffer, box: Box, movieScale: number): number | undefined {
  const long = isLong(buffer, box);
  const length = units(buffer, box, long ? 28 : 20, long);
  return length === undefined ? undefined : length / movieScale;
}

type Scales = { movieScale: number; mediaScale: number; mediaUnits: number };

/**
 * The sum of the parts of a track that its edit list shows (`elst`); a part without media, before the first picture, is
 * none.
 *
 * @throws Refusal for a list that shows what the track does not have.
 */
function editedSeconds(moov: Buffer, track: readonly Box[], { movieScale, mediaScale, mediaUnits }: Scales) {
  const edits = track.find(({ type }) => type === 'edts');
  const list = edits && innerBoxes(moov, edits.content, edits.end).find(({ type }) => type === 'elst');
  if (!list) return undefined;
  const long = isLong(moov, list);
  const size = long ? 20 : 12;
  const count = entriesOf(moov, list, 4, size);
  let seconds = 0;
  for (let i = 0; i < count; i += 1) {
    const at = list.content + 8 + i * size;
    const shown = (long ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)) / movieScale;
    const from = long ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4);
    if (from < 0) continue;
    // lengths are rounded to the scale of the movie, and sound ends with a whole packet
    if (from > mediaUnits || from / mediaScale + shown > mediaUnits / mediaScale + 2) throw new Refusal(damagedFilm);
    seconds += shown;
  }
  return count === 0 ? undefined : seconds;
}

/** The number of entries in a table, checked to fit into its box. */
function entriesOf(buffer: Buffer, box: Box, countAt: number, entrySize: number): number {
  const count = u32(buffer, box, countAt);
  if (box.content + countAt + 4 + count * entrySize > box.end) throw new Refusal(damagedFilm);
  return count;
}

/** Sums up a table of runs (`stts`, `ctts`), whose entries have a number of samples and their common value. */
function readRuns(buffer: Buffer, table: Box): { samples: number; units: number } {
  const sum = { samples: 0, units: 0 };
  const count = entriesOf(buffer, table, 4, 8);
  for (let at = table.content + 8, i = 0; i < count; i += 1, at += 8) {
    const samples = buffer.readUInt32BE(at);
    sum.samples += samples;
    sum.units += samples * buffer.readUInt32BE(at + 4);
  }
  return sum;
}

function readSizes(buffer: Buffer, tables: readonly Box[]): { samples: number; bytes: number } {
  const stsz = boxNamed(tables, 'stsz');
  const same = u32(buffer, stsz, 4);
  if (same > 0) {
    const samples = u32(buffer, stsz, 8);
    return { samples, bytes: samples * same };
  }
  const samples = entriesOf(buffer, stsz, 8, 4);
  let bytes = 0;
  for (let at = stsz.content + 12, i = 0; i < samples; i += 1, at += 4) bytes += buffer.readUInt32BE(at);
  return { samples, bytes };
}

/** The number of chunks of samples, and the highest of their offsets. */
function readChunks(buffer: Buffer, tables: readonly Box[]): { count: number; farthest: number } {
  const wide = tables.find(({ type }) => type === 'co64');
  const box = wide ?? boxNamed(tables, 'stco');
  const count = entriesOf(buffer, box, 4, wide ? 8 : 4);
  let farthest = 0;
  for (let i = 0; i < count; i += 1) {
    const at = box.content + 8 + i * (wide ? 8 : 4);
    farthest = Math.max(farthest, wide ? Number(buffer.readBigUInt64BE(at)) : buffer.readUInt32BE(at));
  }
  return { count, farthest };
}

/** The number of samples in all chunks, by the table of runs: from a chunk on, so many samples in each. */
function samplesInChunks(buffer: Buffer, stsc: Box, chunks: number): number {
  const count = entriesOf(buffer, stsc, 4, 12);
  let samples = 0;
  let [from, each] = [1, 0];
  for (let at = stsc.content + 8, i = 0; i < count; i += 1, at += 12) {
    const next = buffer.readUInt32BE(at);
    if (next < from || next > chunks || (i === 0 && next !== 1)) throw new Refusal(damagedFilm);
    samples += (next - from) * each;
    [from, each] = [next, buffer.readUInt32BE(at + 4)];
  }
  return samples + (chunks + 1 - from) * each;
}
