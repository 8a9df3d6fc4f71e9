import type { FileHandle } from 'node:fs/promises';
import { Refusal } from '../inspection/refusal.ts';

/** A box of an MP4 or MOV file (ISO/IEC 14496-12, 4.2): its start, its end, and the start of its content, in bytes. */
export type Box = { type: string; start: number; end: number; content: number };

const incomplete = 'This video is incomplete: its file ends too early. Please send it again.';
export const damagedFilm = 'This video is damaged; please export it again as MP4.';

/** Editors write only a few boxes side by side; a file with thousands was built to be slow. */
const maxBoxes = 1000;

/**
 * Reads the top-level boxes of a file.
 *
 * @throws Refusal when a box extends beyond the end of the file, as after an upload or recording that broke off.
 */
export async function readOuterBoxes(handle: FileHandle, fileSize: number): Promise<Box[]> {
  const boxes: Box[] = [];
  const header = Buffer.alloc(16);
  for (let start = 0; start + 8 <= fileSize; ) {
    const { bytesRead } = await handle.read(header, 0, 16, start);
    const box = boxAt(header.subarray(0, bytesRead), 0, fileSize - start);
    // Some cameras pad the end with zeros; whatever follows the last valid box does not belong to the film.
    if (!box && boxes.some(({ type }) => type === 'moov')) break;
    if (!box || boxes.length === maxBoxes) throw new Refusal(damagedFilm);
    if (start + box.end > fileSize) throw new Refusal(incomplete);
    boxes.push({ type: box.type, start, end: start + box.end, content: start + box.content });
    start += box.end;
  }
  return boxes;
}

/**
 * The boxes between two offsets of a buffer.
 *
 * @throws Refusal when one does not fit.
 */
export function innerBoxes(buffer: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const box = boxAt(buffer, start, to - start);
    // QuickTime ends some lists of boxes with four or more zero bytes.
    if (!box && buffer.readUInt32BE(start) === 0) break;
    if (!box || box.end > to) throw new Refusal(damagedFilm);
    boxes.push(box);
    start = box.end;
  }
  return boxes;
}

/**
 * Reads a box header; undefined when there is none here. A size of 0 means up to the end; 1 means that a 64-bit size
 * follows.
 */
function boxAt(buffer: Buffer, start: number, rest: number): Box | undefined {
  const type = buffer.toString('latin1', start + 4, start + 8);
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined;
  const short = buffer.readUInt32BE(start);
  const headerSize = short === 1 ? 16 : 8;
  if (start + headerSize > buffer.length) return undefined;
  const size = short === 1 ? Number(buffer.readBigUInt64BE(start + 8)) : short === 0 ? rest : short;
  return size < headerSize ? undefined : { type, start, end: start + size, content: start + headerSize };
}
