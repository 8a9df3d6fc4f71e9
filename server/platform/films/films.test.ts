import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4, QTFF } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../../testing/cases.ts';
import { createFiles, type Files } from '../files/files.ts';
import { prepareFilm as prepare } from './films.ts';

let dataDir: string;
let files: Files;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'films-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const receive = (bytes: Uint8Array, originalName = 'lifeboat drill.mp4') =>
  files.receive(Readable.from([bytes]), { maxBytes: 2 ** 30, originalName, part: 'trainingVideo' });
const prepareFilm = (film: Awaited<ReturnType<typeof receive>>) => prepare(film, { converts: false });
const refusalOf = async (bytes: Uint8Array) =>
  prepareFilm(await receive(bytes)).then(
    () => expect.unreachable('the film was taken'),
    (error) => error,
  );

const moovLast = 'h264-aac-moov-last.mp4';

async function packetsOf(path: string): Promise<string[]> {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] });
  const digest = async (track: InputTrack) => {
    const hash = createHash('sha256');
    for await (const packet of new EncodedPacketSink(track).packets()) {
      hash.update(`${packet.timestamp} ${packet.duration} ${packet.type} `).update(packet.data);
    }
    return hash.digest('hex');
  };
  try {
    return await Promise.all((await input.getTracks()).map(digest));
  } finally {
    input.dispose();
  }
}

test.each([
  [moovLast, 'video/mp4', 'avc', 'aac'],
  ['h264-aac-moov-first.mp4', 'video/mp4', 'avc', 'aac'],
  ['h264-aac.mov', 'video/mp4', 'avc', 'aac'],
  ['vp8-vorbis.webm', 'video/webm', 'vp8', 'vorbis'],
  ['vp9-opus.webm', 'video/webm', 'vp9', 'opus'],
  ['av1-opus.webm', 'video/webm', 'av1', 'opus'],
])('%s is accepted, with its length, size and codecs', async (name, contentType, videoCodec, audioCodec) => {
  const prepared = await prepareFilm(await receive(fixture(name)));
  expect(prepared).toMatchObject({ contentType, videoCodec, audioCodec, width: 64, height: 48 });
  expect(prepared.durationSeconds).toBeCloseTo(2, 1);
  const stored = readFileSync(prepared.path);
  expect(prepared.sizeBytes).toBe(stored.length);
  expect(prepared.sha256).toBe(createHash('sha256').update(stored).digest('hex'));
});

test('a film that can start at once is stored unchanged, to the byte', async () => {
  for (const name of ['h264-aac-moov-first.mp4', 'vp9-opus.webm']) {
    const { path } = await prepareFilm(await receive(fixture(name)));
    expect(readFileSync(path).equals(fixture(name))).toBe(true);
  }
});

test.each([moovLast, 'h264-aac.mov'])(
  '%s gets its header moved to the front and keeps every picture and sound',
  async (name) => {
    const original = await receive(fixture(name));
    const before = await packetsOf(new URL(`./fixtures/${name}`, import.meta.url).pathname);
    const { path } = await prepareFilm(original);
    const film = readFileSync(path);
    expect(film.indexOf('moov', 0, 'latin1')).toBeLessThan(film.indexOf('mdat', 0, 'latin1'));
    expect(film.length).toBe(fixture(name).length);
    if (name === moovLast) expect(before).toHaveLength(2);
    if (name === moovLast) expect(await packetsOf(path)).toEqual(before);
    expect(readdirSync(files.incoming).filter((one) => one.endsWith('.new'))).toEqual([]);
  },
);

test.each([
  ['hevc-aac.mp4', /HEVC \(H\.265\), which many browsers cannot play/],
  ['h264-10-bit.mp4', /10 bits a colour/],
  ['h264-ac3.mp4', /sound is in Dolby AC-3/],
  ['h264-aac.mkv', /cannot play MKV videos \(this one has H\.264 picture and AAC sound\); please export it as MP4/],
  ['h264-fragmented.mp4', /recorded for streaming, in fragments/],
  ['endless.webm', /does not say how long it is/],
])('%s is refused with the reason', async (name, reason) => {
  const refusal = await refusalOf(fixture(name));
  expect(refusal).toMatchObject({ code: 'bad-file', message: expect.stringMatching(reason) });
  expect(refusal.fields).toEqual({ trainingVideo: refusal.message });
});

test.each([
  ['hevc-aac.mp4', 'video/mp4'],
  ['h264-10-bit.mp4', 'video/mp4'],
  ['h264-ac3.mp4', 'video/mp4'],
  ['h264-aac.mkv', 'video/matroska'],
])('%s is accepted where films are converted', async (name, contentType) => {
  const film = await prepare(await receive(fixture(name)), { converts: true });
  expect(film).toMatchObject({ contentType, originalPlays: false, width: 64, height: 48 });
});

test.each(['h264-fragmented.mp4', 'endless.webm'])('%s is refused where films are converted too', async (name) => {
  await expect(prepare(await receive(fixture(name)), { converts: true })).rejects.toMatchObject({ code: 'bad-file' });
});

test('a film of sound only is accepted, and has no size', async () => {
  const film = await prepareFilm(await receive(fixture('sound-only.mp4')));
  expect(film).toMatchObject({ originalPlays: true, width: 0, height: 0, videoCodec: null, audioCodec: 'aac' });
});

test('a file without content, and a film without any track, are refused in words', async () => {
  expect((await refusalOf(Buffer.alloc(0))).message).toMatch(/is empty; please choose/);
  const film = fixture('sound-only.mp4');
  // Its one track becomes neither picture nor sound.
  film.write('text', film.indexOf('hdlr', 0, 'latin1') + 12, 'latin1');
  expect((await refusalOf(film)).message).toMatch(/neither a picture nor sound/);
});

// shows: asvs/5.2.2
test.each([
  ['text', Buffer.from('hello')],
  ['a web page', Buffer.from('<html><video></html>')],
  ['a picture', Buffer.from('ffd8ffe000104a464946000101', 'hex')],
  ['an old film format', Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1')],
])('%s is not a film', async (_, bytes) => {
  expect((await refusalOf(bytes)).message).toMatch(/not a video that can be played here/);
});

test.each([
  ['an MP4 of nothing but its first box', Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0isom', 'latin1')],
  ['an MP4 that goes on as a web page', Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0isom<script>', 'latin1')],
  ['a WebM of nothing but its first bytes', Buffer.from('1a45dfa3934282847765626d', 'hex')],
  ['a script that joins other files', Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a playlist that names other files', Buffer.from('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')],
])('%s is refused', async (_, bytes) => {
  expect(await refusalOf(bytes)).toMatchObject({ code: 'bad-file', fields: { trainingVideo: expect.any(String) } });
});

test('trailing zeros from a camera are harmless', async () => {
  const padded = Buffer.concat([fixture('h264-aac-moov-first.mp4'), Buffer.alloc(4096)]);
  expect((await prepareFilm(await receive(padded))).durationSeconds).toBeCloseTo(2, 1);
});

test('an exception of the library for a broken film is a refusal, not a server error', async () => {
  const film = fixture(moovLast);
  // The picture's decoder configuration (avcC) becomes invalid.
  film.fill(0xff, film.indexOf('avcC', 0, 'latin1') + 4, film.indexOf('avcC', 0, 'latin1') + 20);
  expect(await refusalOf(film)).toMatchObject({ code: 'bad-file' });
  const cut = fixture('vp9-opus.webm').subarray(0, 60);
  expect(await refusalOf(cut)).toMatchObject({ code: 'bad-file', fields: { trainingVideo: expect.any(String) } });
});

longTest('many films at once are inspected in turn, and a broken one delays none', async () => {
  const names = ['hevc-aac.mp4', moovLast, 'endless.webm', 'vp9-opus.webm', 'h264-ac3.mp4', 'h264-aac.mov'];
  const outcomes = await Promise.allSettled(names.map(async (name) => prepareFilm(await receive(fixture(name)))));
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([false, true, false, true, false, true]);
});
