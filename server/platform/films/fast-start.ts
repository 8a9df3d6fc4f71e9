import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { innerBoxes } from './mp4-boxes.ts';

/** The position of an MP4's header, and of the first media data, to which the header moves; all in bytes. */
export type Layout = { moovStart: number; moovEnd: number; mediaStart: number };

const chunk = 1 << 20;
const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/**
 * The bytes of an MP4 file with its header (`moov`) moved in front of the media data, so that a player can start and
 * seek before the whole file has arrived. Reads 1 MiB at a time; only the header is held in memory.
 */
export async function* withHeaderFirst(path: string, layout: Layout): AsyncGenerator<Buffer> {
  const { moovStart, moovEnd, mediaStart } = layout;
  const moov = Buffer.alloc(moovEnd - moovStart);
  const handle = await open(path);
  try {
    await handle.read(moov, 0, moov.length, moovStart);
  } finally {
    await handle.close();
  }
  // A read stream that ends before its start is an error, not an empty stream.
  const part = (start: number, end: number) =>
    end > start ? createReadStream(path, { start, end: end - 1, highWaterMark: chunk }) : [];
  yield* part(0, mediaStart);
  yield moveHeader(moov, layout);
  yield* part(mediaStart, moovStart);
  yield* createReadStream(path, { start: moovEnd, highWaterMark: chunk });
}

/**
 * The header for its new position: the offset of each chunk of samples increases by the length of the header. If an
 * offset exceeds 4 GiB, the tables of 32-bit offsets (`stco`) become tables of 64-bit ones (`co64`).
 */
export function moveHeader(moov: Buffer, layout: Layout): Buffer {
  for (const widen of [false, true]) {
    // Wide tables make the header longer, which increases the offsets further: first compute the length, then the
    // offsets.
    const length = rebuild(moov, (place) => place, widen)?.length;
    const header = length && rebuild(moov, (place) => moved(place, layout, length), widen);
    if (header) return header;
  }
  throw new Error('A table of 64-bit places overflowed');
}

function moved(place: number, { moovStart, moovEnd, mediaStart }: Layout, newLength: number): number {
  if (place < mediaStart) return place;
  return place < moovStart ? place + newLength : place + newLength - (moovEnd - moovStart);
}

/** A box with its chunk offsets moved; undefined when one no longer fits into 32 bits and `widen` is not set. */
function rebuild(box: Buffer, move: (place: number) => number, widen: boolean): Buffer | undefined {
  const type = box.toString('latin1', 4, 8);
  if (type === 'stco' || type === 'co64') return rebuildPlaces(box, move, type === 'co64', widen);
  if (!containers.includes(type)) return box;

  const header = box.readUInt32BE(0) === 1 ? 16 : 8;
  const children = innerBoxes(box, header, box.length);
  const parts: Buffer[] = [];
  for (const { start, end } of children) {
    const part = rebuild(box.subarray(start, end), move, widen);
    if (!part) return undefined;
    parts.push(part);
  }
  // Bytes after the last child, as QuickTime writes them, are kept.
  return withType(type, Buffer.concat([...parts, box.subarray(children.at(-1)?.end ?? header)]));
}

function rebuildPlaces(
  box: Buffer,
  move: (place: number) => number,
  isWide: boolean,
  widen: boolean,
): Buffer | undefined {
  const header = box.readUInt32BE(0) === 1 ? 16 : 8;
  const count = box.readUInt32BE(header + 4);
  const becomesWide = isWide || widen;
  const content = Buffer.alloc(8 + count * (becomesWide ? 8 : 4));
  box.copy(content, 0, header, header + 8);
  for (let i = 0; i < count; i += 1) {
    const from = header + 8 + i * (isWide ? 8 : 4);
    const place = move(isWide ? Number(box.readBigUInt64BE(from)) : box.readUInt32BE(from));
    if (becomesWide) content.writeBigUInt64BE(BigInt(place), 8 + i * 8);
    else if (place > 0xffff_ffff) return undefined;
    else content.writeUInt32BE(place, 8 + i * 4);
  }
  return withType(becomesWide ? 'co64' : 'stco', content);
}

function withType(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(content.length + 8, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}
