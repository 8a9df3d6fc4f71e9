import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../inspection/refusal.ts';
import { inspect as inspectFilm } from './film-inspection.ts';

// The films are inspected in this process, not in one of their own as on a server, because there are many.
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspection-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// The library prints messages about broken films; a process of its own would hide them.
beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const inspect = (film: Uint8Array) => {
  const path = join(folder, 'film');
  writeFileSync(path, film);
  return inspectFilm(path);
};
const refusalOf = (film: Uint8Array): Promise<Error> =>
  inspect(film).then(
    () => expect.unreachable('the film was taken'),
    (error) => error,
  );

/** The offset of the content of the nth box of a type. */
function inBox(film: Buffer, type: string, nth = 1): number {
  let at = -1;
  for (let i = 0; i < nth; i += 1) at = film.indexOf(type, at + 1, 'latin1');
  if (at < 0) throw new Error(`There is no box ${type}`);
  return at + 4;
}

/** A film with 32-bit numbers changed, each given by its box and its offset in the content. */
function changed(name: string, ...changes: { box: string; nth?: number; at: number; to: number }[]): Buffer {
  const film = fixture(name);
  for (const { box, nth, at, to } of changes) film.writeUInt32BE(to, inBox(film, box, nth) + at);
  return film;
}
const moovLast = 'h264-aac-moov-last.mp4';

test.each([moovLast, 'h264-aac-moov-first.mp4', 'vp9-opus.webm', 'vp8-vorbis.webm', 'h264-aac.mov'])(
  '%s truncated anywhere is refused',
  async (name) => {
    const whole = fixture(name);
    for (const part of [0.02, 0.3, 0.6, 0.9, 0.999]) {
      await expect(inspect(whole.subarray(0, Math.floor(whole.length * part))), `${part} of it`).rejects.toThrow();
    }
  },
);

test('a film whose upload broke off is distinguished from a damaged one', async () => {
  expect((await refusalOf(fixture('h264-aac-moov-first.mp4').subarray(0, -10))).message).toMatch(/ends too early/);
  expect((await refusalOf(fixture('vp9-opus.webm').subarray(0, -10))).message).toMatch(/ends too early/);
});

/** A film of two seconds of which its edit lists show less: in units of its header, a thousandth of a second. */
const trimmed = (shown: number, listed = shown, from = 0): Buffer =>
  changed(
    'h264-aac-moov-first.mp4',
    { box: 'mvhd', at: 16, to: shown },
    ...[1, 2].flatMap((nth) => [
      { box: 'tkhd', nth, at: 20, to: shown },
      { box: 'elst', nth, at: 8, to: listed },
      ...(from > 0 ? [{ box: 'elst', nth, at: 12, to: from }] : []),
    ]),
  );

test('a film that a phone has trimmed has the length that its edit list shows, and has to be converted', async () => {
  const { durationSeconds, obstacle } = await inspect(trimmed(1000));
  expect(durationSeconds).toBe(1);
  expect(obstacle).toMatch(/^This video was cut to 1\.0 seconds of 2\.\d seconds, .*Please export/);
});

test('an edit list does not hide a wrong length', async () => {
  expect((await refusalOf(trimmed(36_000_000))).message).toMatch(/damaged|claims to last/);
  expect((await refusalOf(trimmed(1000, 2000))).message).toMatch(/claims to last 1\.0 seconds but holds 2/);
  expect((await refusalOf(trimmed(1000, 1000, 0x7fff_ffff))).message).toMatch(/damaged/);
});

// mvhd: time scale at 12, length at 16 of its content; mdhd the same; stts: entries from 8, count and then length.
test.each([
  ['claims ten hours', /claims to last 10\.0 hours but holds 2\.0 seconds/, [{ box: 'mvhd', at: 16, to: 36_000_000 }]],
  ['claims ten hours of pictures', /claims to last/, [{ box: 'mdhd', at: 16, to: 0x7fff_ffff }]],
  ['claims a length in its track alone', /claims to last/, [{ box: 'tkhd', at: 20, to: 36_000_000 }]],
  ['shifts its pictures by hours', /claims to last/, [{ box: 'ctts', at: 12, to: 0x0100_0000 }]],
  ['is endless', /does not say how long/, [{ box: 'mvhd', at: 16, to: 0xffff_ffff }]],
  ['lasts no time', /does not say how long/, [{ box: 'mvhd', at: 16, to: 0 }]],
  ['has a clock that stands still', /damaged/, [{ box: 'mvhd', at: 12, to: 0 }]],
  ['counts more times than samples', /damaged/, [{ box: 'stts', at: 8, to: 0xffff_ffff }]],
  ['has a table longer than its box', /damaged/, [{ box: 'stsz', at: 8, to: 0xffff_ffff }]],
  ['has a table of places longer than its box', /damaged/, [{ box: 'stco', at: 4, to: 0x2000_0000 }]],
  ['has chunks beyond its end', /damaged/, [{ box: 'stco', at: 8, to: 0x7fff_ffff }]],
  ['shifts more times than samples', /damaged/, [{ box: 'ctts', at: 8, to: 0xffff_ffff }]],
  ['puts more samples into a chunk', /damaged/, [{ box: 'stsc', at: 12, to: 0x7fff_ffff }]],
  ['starts at a later chunk', /damaged/, [{ box: 'stsc', at: 8, to: 2 }]],
  ['has samples larger than the file', /damaged/, [{ box: 'stsz', at: 12, to: 0x7fff_ffff }]],
])('an MP4 that %s is refused', async (_, reason, changes) => {
  expect((await refusalOf(changed(moovLast, ...changes))).message).toMatch(reason);
});

// shows: threats/lying-film
test('a film whose headers all declare ten hours for twenty pictures is refused', async () => {
  const seconds = 36_000;
  // One picture every half hour, in the tables and in all headers; the sound is unchanged.
  const film = changed(
    moovLast,
    { box: 'mvhd', at: 16, to: seconds * 1000 },
    { box: 'tkhd', at: 20, to: seconds * 1000 },
    { box: 'mdhd', at: 12, to: 10 },
    { box: 'mdhd', at: 16, to: seconds * 10 },
    { box: 'stts', at: 12, to: (seconds * 10) / 20 },
  );
  expect((await refusalOf(film)).message).toMatch(/claims to last 10\.0 hours but holds only 20 pictures/);
});

// the picture's size: tkhd from 76, in 65536ths; avc1 from 24, as two 16-bit halves of a number
const pictureOf = (width: number, height: number) =>
  changed(
    moovLast,
    { box: 'tkhd', at: 76, to: width * 65_536 },
    { box: 'tkhd', at: 80, to: height * 65_536 },
    { box: 'avc1', nth: 2, at: 24, to: width * 65_536 + height },
  );

test.each([
  [20_000, 20_000, /The limit is 4096/],
  [64, 5000, /The limit is 4096/],
  [0, 0, /./],
])('a film that declares a picture of %i × %i pixels is refused', async (width, height, reason) => {
  expect(await refusalOf(pictureOf(width, height))).toMatchObject({ message: expect.stringMatching(reason) });
});

// shows: threats/lying-film
test('a header of several gigabytes is refused before it is read', async () => {
  const film = changed(moovLast);
  film.writeUInt32BE(1, inBox(film, 'moov') - 8);
  expect((await refusalOf(film)).message).toMatch(/damaged|too early/);
  const padded = fixture('h264-aac-moov-first.mp4');
  const at = inBox(padded, 'moov');
  const size = padded.readUInt32BE(at - 8);
  padded.writeUInt32BE(size + 65 * 2 ** 20, at - 8);
  const huge = Buffer.concat([
    padded.subarray(0, at - 8 + size),
    Buffer.alloc(65 * 2 ** 20),
    padded.subarray(at - 8 + size),
  ]);
  expect((await refusalOf(huge)).message).toMatch(/damaged/);
});

// shows: asvs/1.4.2
test.each([
  ['no header', (film: Buffer) => film.subarray(0, inBox(film, 'moov') - 8)],
  ['two headers', (film: Buffer) => Buffer.concat([film, film.subarray(inBox(film, 'moov') - 8)])],
  [
    'nothing but a header',
    (film: Buffer) => Buffer.concat([film.subarray(0, 32), film.subarray(inBox(film, 'moov') - 8)]),
  ],
  [
    'thousands of boxes',
    (film: Buffer) => Buffer.concat([film, ...Array(2000).fill(Buffer.from('\0\0\0\x08free', 'latin1'))]),
  ],
  [
    'a box within a box that is longer',
    (film: Buffer) => {
      film.writeUInt32BE(0x00ff_ffff, inBox(film, 'trak') - 8);
      return film;
    },
  ],
])('an MP4 with %s is refused', async (_, change) => {
  expect(await refusalOf(change(fixture(moovLast)))).toBeInstanceOf(Refusal);
});

test('a WebM that declares a wrong length is refused', async () => {
  const film = fixture('vp9-opus.webm');
  // Info.Duration (RFC 9559, 5.1.2.10): its id, a length of 8, a double in milliseconds.
  const at = film.indexOf(Buffer.from('448988', 'hex')) + 3;
  expect(film.readDoubleBE(at)).toBeCloseTo(2008, 0);
  for (const [claimed, reason] of [
    [36_000_000, /claims to last 10\.0 hours/],
    [0, /does not say how long/],
    [Number.NaN, /does not say how long/],
    [Number.POSITIVE_INFINITY, /does not say how long|claims to last/],
  ] as const) {
    film.writeDoubleBE(claimed, at);
    expect((await refusalOf(film)).message, String(claimed)).toMatch(reason);
  }
});

/**
 * Every so many bytes of a header are changed: every one in the long run. Fields are of four or eight bytes, so that an
 * odd number changes each place in a field.
 */
const step = Number(process.env.CHANGE_EVERY ?? 20);

test.each([moovLast, 'vp9-opus.webm'])(
  'a changed byte anywhere in the header of %s is handled at once',
  async (name) => {
    const film = fixture(name);
    const [from, to] = name === moovLast ? [inBox(film, 'moov') - 8, film.length] : [0, 900];
    let refused = 0;
    // if counts of thousands of millions were believed, each would take half a minute, and the test not end in time
    for (let place = from; place < to; place += step) {
      const flipped = Buffer.from(film);
      flipped[place] = (flipped[place] ?? 0) ^ 0xff;
      await inspect(flipped).catch((error: Error) => {
        // Only an error of the disk, which has a syscall, would be answered as a server fault.
        expect(error, `byte ${place}`).not.toHaveProperty('syscall');
        refused += 1;
      });
    }
    expect(refused).toBeGreaterThan(100 / step);
  },
);
