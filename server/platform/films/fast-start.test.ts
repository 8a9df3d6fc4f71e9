import { expect, test } from 'vitest';
import { moveHeader } from './fast-start.ts';
import { innerBoxes } from './mp4-boxes.ts';

function box(type: string, ...content: Buffer[]): Buffer {
  const size = Buffer.alloc(4);
  const body = Buffer.concat(content);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
}

function places(type: 'stco' | 'co64', ...offsets: number[]): Buffer {
  const width = type === 'co64' ? 8 : 4;
  const content = Buffer.alloc(8 + offsets.length * width);
  content.writeUInt32BE(offsets.length, 4);
  for (const [i, offset] of offsets.entries()) {
    if (width === 8) content.writeBigUInt64BE(BigInt(offset), 8 + i * 8);
    else content.writeUInt32BE(offset, 8 + i * 4);
  }
  return box(type, content);
}

const header = (...tables: Buffer[]) =>
  box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    ...tables.map((table) => box('trak', box('mdia', box('minf', box('stbl', box('stts', Buffer.alloc(8)), table))))),
    box('udta', Buffer.from('stco is only a word here')),
  );

/** The chunk offset tables of a header, with their offsets. */
function tablesOf(moov: Buffer): { type: string; places: number[] }[] {
  const inside = (from: number, to: number): { type: string; places: number[] }[] =>
    innerBoxes(moov, from, to).flatMap(({ type, content, end }) => {
      if (['moov', 'trak', 'mdia', 'minf', 'stbl'].includes(type)) return inside(content, end);
      if (type !== 'stco' && type !== 'co64') return [];
      const count = moov.readUInt32BE(content + 4);
      const place = (i: number) =>
        type === 'co64' ? Number(moov.readBigUInt64BE(content + 8 + i * 8)) : moov.readUInt32BE(content + 8 + i * 4);
      return [{ type, places: Array.from({ length: count }, (_, i) => place(i)) }];
    });
  return inside(0, moov.length);
}

test('every offset between the start of the media and the header increases by the length of the header', () => {
  const moov = header(places('stco', 40, 500), places('co64', 700));
  const moved = moveHeader(moov, { mediaStart: 32, moovStart: 1000, moovEnd: 1000 + moov.length });
  expect(moved.length).toBe(moov.length);
  expect(tablesOf(moved)).toEqual([
    { type: 'stco', places: [40 + moov.length, 500 + moov.length] },
    { type: 'co64', places: [700 + moov.length] },
  ]);
});

test('offsets before the media, and behind the old position of the header, remain', () => {
  const moov = header(places('stco', 16, 40, 5000));
  const moved = moveHeader(moov, { mediaStart: 32, moovStart: 1000, moovEnd: 1000 + moov.length });
  expect(tablesOf(moved)[0]?.places).toEqual([16, 40 + moov.length, 5000]);
});

test('everything else in the header remains, to the byte', () => {
  const moov = header(places('stco', 16));
  expect(moveHeader(moov, { mediaStart: 32, moovStart: 1000, moovEnd: 1000 + moov.length }).equals(moov)).toBe(true);
});

test('offsets beyond 4 GiB get 64 bits, and all offsets increase by the longer header', () => {
  const last = 0xffff_fff0;
  const moov = header(places('stco', 40, last), places('stco', 80));
  const moved = moveHeader(moov, { mediaStart: 32, moovStart: last + 100, moovEnd: last + 100 + moov.length });
  expect(moved.length).toBe(moov.length + 3 * 4);
  expect(moved.readUInt32BE(0)).toBe(moved.length);
  expect(tablesOf(moved)).toEqual([
    { type: 'co64', places: [40 + moved.length, last + moved.length] },
    { type: 'co64', places: [80 + moved.length] },
  ]);
});

test('a header with a 64-bit length is written with 32 bits, and the offsets are right', () => {
  const short = header(places('stco', 40));
  const moov = Buffer.concat([Buffer.from('\0\0\0\x01moov', 'latin1'), Buffer.alloc(8), short.subarray(8)]);
  moov.writeBigUInt64BE(BigInt(moov.length), 8);
  const moved = moveHeader(moov, { mediaStart: 32, moovStart: 1000, moovEnd: 1000 + moov.length });
  expect(moved.length).toBe(short.length);
  expect(tablesOf(moved)[0]?.places).toEqual([40 + short.length]);
});
