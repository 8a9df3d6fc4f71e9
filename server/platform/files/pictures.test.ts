import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { turnQueues } from '../inspection/fair-turns.ts';
import { withOrigin } from '../request/request-origin.ts';
import { createFiles, type Files, type Incoming } from './files.ts';
import './picture-inspection.ts';
import { courseCover, documentScan, portrait, preparePicture } from './pictures.ts';

let dataDir: string;
let files: Files;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const receive = (bytes: Uint8Array, originalName = 'picture.jpg') =>
  files.receive(Readable.from([bytes]), { maxBytes: 2 ** 30, originalName, part: 'profilePicture' });
const plain = (width: number, height: number, background = '#0b2545') =>
  sharp({ create: { width, height, channels: 3, background } });
/** A noisy picture, which does not compress well, so that a truncated file really lacks some pixels. */
const noisy = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });

const refusalOf = (incoming: Incoming) =>
  preparePicture(incoming, portrait).then(
    () => expect.unreachable('the picture was taken'),
    (error) => error,
  );

test.each([
  ['jpeg', courseCover, 'image/webp', [1600, 1200]],
  ['png', portrait, 'image/jpeg', [800, 600]],
  ['webp', documentScan, 'image/jpeg', [2400, 1800]],
] as const)('a large %s picture is encoded again within %o', async (format, shape, contentType, [width, height]) => {
  const incoming = await receive(await plain(3200, 2400).toFormat(format).toBuffer());
  const prepared = await preparePicture(incoming, shape);
  const bytes = readFileSync(prepared.path);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: shape.format, width, height });
  expect(prepared).toMatchObject({ contentType, path: incoming.path, sizeBytes: bytes.length });
  expect(prepared.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(statSync(prepared.path).mode & 0o777).toBe(0o600);
});

test('a small picture is not enlarged', async () => {
  const prepared = await preparePicture(await receive(await plain(40, 30).png().toBuffer()), portrait);
  expect(await sharp(readFileSync(prepared.path)).metadata()).toMatchObject({ width: 40, height: 30 });
});

test('a picture taken sideways is rotated upright, and its location is removed', async () => {
  const bytes = await plain(60, 40)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Second mate' }, IFD3: { GPSLatitude: '18/1 55/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const prepared = await preparePicture(await receive(bytes), portrait);
  const stored = await sharp(readFileSync(prepared.path)).metadata();
  expect(stored).toMatchObject({ width: 40, height: 60 });
  expect([stored.exif, stored.xmp, stored.iptc, stored.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

// shows: threats/script-in-upload
test('data hidden behind the pixels is removed', async () => {
  const bytes = Buffer.concat([await plain(50, 50).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const prepared = await preparePicture(await receive(bytes), portrait);
  expect(readFileSync(prepared.path).includes('<script>')).toBe(false);
});

test('a signature on a transparent background gets a white one', async () => {
  const nothing = sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const prepared = await preparePicture(await receive(await nothing.png().toBuffer()), documentScan);
  const { dominant } = await sharp(readFileSync(prepared.path)).stats();
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
});

test('a picture with the extension of another format is treated as what it is', async () => {
  const incoming = await receive(await plain(20, 20).png().toBuffer(), 'photo.jpg');
  expect((await preparePicture(incoming, courseCover)).contentType).toBe('image/webp');
});

// shows: threats/script-in-upload, asvs/5.2.2
test.each([
  ['text', Buffer.from('hello')],
  ['nothing at all', Buffer.alloc(0)],
  ['HTML', Buffer.from('<html><script>alert(1)</script></html>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
])('%s is not a picture', async (_, bytes) => {
  const refusal = await refusalOf(await receive(bytes, 'me.jpg'));
  expect(refusal).toMatchObject({
    code: 'bad-file',
    message: 'Must be an image',
    fields: { profilePicture: 'Must be an image' },
  });
});

test('HEIC is refused with what to do', async () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(500)]);
  expect((await refusalOf(await receive(heic, 'IMG_0001.HEIC'))).message).toMatch(
    /HEIC format; choose "Most compatible"/,
  );
});

test.each(['jpeg', 'png', 'webp'] as const)('a truncated %s picture is refused', async (format) => {
  const whole = await noisy(300, 300).toFormat(format).toBuffer();
  const refusal = await refusalOf(await receive(whole.subarray(0, whole.length / 2)));
  expect(refusal).toMatchObject({ code: 'bad-file', message: expect.stringMatching(/damaged or incomplete/) });
});

test('the first bytes of a picture alone are refused', async () => {
  for (const head of [
    'ffd8ffe000104a46494600',
    '89504e470d0a1a0a0000000d49484452',
    '524946460a0000005745425056503820',
  ]) {
    expect((await refusalOf(await receive(Buffer.from(head, 'hex')))).code).toBe('bad-file');
  }
});

// shows: threats/decompression-bomb, asvs/5.2.1
test('a small file of more than 50 megapixels is refused before it is decoded', async () => {
  const bomb = await plain(10_000, 6_000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(400_000);
  expect((await refusalOf(await receive(bomb))).message).toMatch(/50 megapixels/);
});

test('a header that lies about its size is refused', async () => {
  const bytes = await plain(20, 20).png().toBuffer();
  bytes.writeUInt32BE(7000, 16);
  bytes.writeUInt32BE(7000, 20);
  expect((await refusalOf(await receive(bytes))).code).toBe('bad-file');
});

test('discarding a prepared picture leaves nothing behind', async () => {
  const incoming = await receive(await plain(20, 20).png().toBuffer());
  await preparePicture(incoming, portrait);
  await files.discard(incoming);
  expect(readdirSync(files.incoming).filter((name) => incoming.path.includes(name.slice(0, 36)))).toEqual([]);
});

// shows: threats/large-picture
test('two pictures are decoded at a time, of different senders, each by one thread', async () => {
  const picture = await noisy(1200, 900).png().toBuffer();
  const use = turnQueues.get('pictures');
  const senders = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
  const incoming = await Promise.all(senders.map(() => receive(picture)));
  const prepared = incoming.map((one, index) =>
    withOrigin({ accountId: null, ip: senders[index] ?? '', device: null }, () => preparePicture(one, portrait)),
  );
  await expect.poll(() => use?.(), { interval: 1 }).toEqual({ running: 2, waiting: 3 });
  await Promise.all(prepared);
  expect(sharp.concurrency()).toBe(1);
});
