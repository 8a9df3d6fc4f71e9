import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { bounded } from '@fairlead/contract/values/shapes';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { isLong } from '../../testing/cases.ts';
import { heldMegabytes } from '../../testing/held-memory.ts';
import { createFiles, type Files } from '../files/files.ts';
import { acceptBodies } from './bodies.ts';
import { answerErrors } from './errors.ts';
import { discardAll, readMultipart, type UploadLimits, uploadLimits } from './multipart.ts';

const declared = {
  body: z.object({
    title: z.optional(bounded(200)),
    description: z.optional(bounded(100_000)),
    subject: z.optional(z.string()),
  }),
  files: { courseImg: { kind: 'image', max: 1 }, trainingVideo: { kind: 'film', max: 2 } },
} as const;

let dataDir: string;
let files: Files;
let app: FastifyInstance;
let origin: string;
/** The function that receives the files; a test may replace it. */
let receive: Files['receive'];
/** The outcome of each call of the server's handler. */
let outcomes: ('read' | Error)[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'multipart-'));
  files = createFiles({ dataDir, secret: 'x'.repeat(32), vault: 'v'.repeat(32), clock: () => new Date() });
  receive = files.receive;
  const sizes = uploadLimits(files, { image: 1000, film: 200_000_000 });
  const limits: UploadLimits = { ...sizes, receive: (...received) => receive(...received) };
  outcomes = [];
  // A refused client may still be sending when the test is over.
  app = Fastify({ forceCloseConnections: true });
  answerErrors(app);
  acceptBodies(app);
  app.post('/form', async (request) => {
    const received = await readMultipart(request, declared, limits).catch((error) => {
      outcomes.push(error);
      throw error;
    });
    outcomes.push('read');
    try {
      const shown = Object.entries(received.files).map(([part, all]) => [
        part,
        all.map(({ path, ...file }) => ({ ...file, first: readFileSync(path).subarray(0, 20).toString('latin1') })),
      ]);
      return { fields: received.fields, files: Object.fromEntries(shown) };
    } finally {
      await discardAll(received, files);
    }
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const onTheWay = () => readdirSync(files.incoming);
const post = (body: FormData) => fetch(`${origin}/form`, { method: 'POST', body });

function form(...entries: [name: string, value: string | Uint8Array, filename?: string][]): FormData {
  const data = new FormData();
  for (const [name, value, filename] of entries) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, new Blob([new Uint8Array(value)]), filename ?? 'blob');
  }
  return data;
}

const filePart = (name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`;

/** Opens a connection and sends the head of a form of this length; fetch hides how much was sent. */
function openForm(length: number): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const headers = `Host: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}`;
  socket.write(`POST /form HTTP/1.1\r\n${headers}\r\n\r\n`);
  return socket;
}

test('text and files of a form arrive, and are deleted when the request ends', async () => {
  const response = await post(
    form(
      ['title', 'Fire fighting'],
      ['trainingVideo', Buffer.from('film one'), 'one.mp4'],
      ['courseImg', Buffer.from('cover'), 'cover.jpg'],
      ['trainingVideo', Buffer.from('film two'), '../../two.mp4'],
      ['description', 'Hoses and foam, हिन्दी'],
    ),
  );
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    fields: { title: 'Fire fighting', description: 'Hoses and foam, हिन्दी' },
    files: {
      courseImg: [expect.objectContaining({ first: 'cover', size: 5, originalName: 'cover.jpg', part: 'courseImg' })],
      trainingVideo: [
        expect.objectContaining({ first: 'film one', originalName: 'one.mp4' }),
        expect.objectContaining({ first: 'film two', originalName: 'two.mp4' }),
      ],
    },
  });
  expect(onTheWay()).toEqual([]);
});

test('an empty form, and inputs without a chosen file, contain no files', async () => {
  const nothing = { fields: {}, files: { courseImg: [], trainingVideo: [] } };
  const boundary = 'x';
  const send = (body: string) =>
    fetch(`${origin}/form`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    });
  const chosen = (name: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
  expect(await (await send('--x--\r\n')).json()).toEqual(nothing);
  const thrice = chosen('trainingVideo').repeat(3);
  expect(await (await send(`${chosen('courseImg')}${thrice}--x--\r\n`)).json()).toEqual(nothing);
});

test('unexpected files are skipped, whatever their names are', async () => {
  const response = await post(
    form(['virus', Buffer.alloc(500_000), 'x.exe'], ['hasOwnProperty2', Buffer.alloc(10), 'y'], ['title', 'after it']),
  );
  expect(await response.json()).toEqual({ fields: { title: 'after it' }, files: { courseImg: [], trainingVideo: [] } });
  expect(onTheWay()).toEqual([]);
});

// shows: constants/unstated-limits
test('a file over its limit is answered 413 with its part, and earlier files are deleted too', async () => {
  const response = await post(
    form(
      ['trainingVideo', Buffer.alloc(1_000_000), 'a.mp4'],
      ['courseImg', Buffer.alloc(1001), 'big.jpg'],
      ['title', 'x'],
    ),
  );
  expect(response.status).toBe(413);
  const sentence = 'This file is too large. The limit is 1000 bytes.';
  expect(await response.json()).toEqual({ code: 'too-large', message: sentence, fields: { courseImg: sentence } });
  expect(onTheWay()).toEqual([]);
});

test('a sender of far too much gets 413 and can send to its end, as a browser does before it reads', async () => {
  const head = filePart('courseImg');
  // 40 MB of a picture: far more than all buffers between client and server hold.
  const size = 40_000_000;
  const socket = openForm(head.length + size);
  socket.write(head);
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(size), resolve));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  await sent;
  socket.destroy();
  expect(onTheWay()).toEqual([]);
});

test('one file more than a part accepts is refused with its name', async () => {
  const film = Buffer.alloc(100_000);
  const response = await post(
    form(['trainingVideo', film, '1'], ['trainingVideo', film, '2'], ['trainingVideo', film, '3'], ['title', 'x']),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'invalid',
    fields: { trainingVideo: 'At most 2 files are accepted here.' },
  });
  expect(onTheWay()).toEqual([]);
});

// shows: threats/decompression-bomb
test('declared text is refused when it is too long, by itself or together', async () => {
  expect((await post(form(['description', 'x'.repeat(300_000)]))).status).toBe(200);
  const sentence = 'This text is too long.';
  // eight bytes for each character of the schema, and 2,000 at least
  const tooLong = [
    ['title', 2000],
    ['subject', 2000],
    ['description', 300_000],
  ] as const;
  for (const [name, most] of tooLong) {
    const answer = await post(form(['courseImg', Buffer.from('x'), 'x'], [name, 'x'.repeat(most + 1)]));
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { code: 'too-large', message: sentence, fields: { [name]: sentence } },
    ]);
  }
  // 304,000 bytes are what all of them may have together, also when a part comes again and again
  const longest: [string, string] = ['description', 'x'.repeat(300_000)];
  const again = Array.from({ length: 3 }, (): [string, string] => ['title', 'x'.repeat(2000)]);
  expect((await post(form(longest, ...again))).status).toBe(413);
  expect((await post(form(longest, ...again.slice(0, 2)))).status).toBe(200);
  expect(onTheWay()).toEqual([]);
});

// shows: threats/decompression-bomb
test('text that the call does not declare is dropped, and more than a megabyte of what it does not take is refused', async () => {
  const other = (count: number): [string, string][] =>
    Array.from({ length: count }, (_, i) => [`field${i}`, 'x'.repeat(99_000)]);
  const answer = await post(form(...other(10), ['title', 'after it']));
  expect(await answer.json()).toMatchObject({ fields: { title: 'after it' } });
  const tooMuch = { code: 'too-large', message: 'This form has too much in parts that this call does not take.' };
  const refused = await post(form(['courseImg', Buffer.from('x'), 'x'], ...other(11)));
  expect([refused.status, await refused.json()]).toEqual([413, tooMuch]);
  const file = await post(form(['virus', Buffer.alloc(2_000_000), 'x.exe'], ['title', 'x']));
  expect([file.status, await file.json()]).toEqual([413, tooMuch]);
  // a file under the name of a text is none of its text, nor the other way round
  const swapped = await post(form(['title', Buffer.from('a file'), 'title.txt'], ['courseImg', 'a text']));
  expect(await swapped.json()).toEqual({ fields: {}, files: { courseImg: [], trainingVideo: [] } });
  expect(onTheWay()).toEqual([]);
});

test('heads of parts that are longer than any browser’s are dropped with their part', async () => {
  const head = `--x\r\nContent-Disposition: form-data; name="title"; filename="${'x'.repeat(20_000)}"\r\n\r\nx\r\n`;
  const response = await fetch(`${origin}/form`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `${head.repeat(20)}--x--\r\n`,
  });
  expect(await response.json()).toMatchObject({ fields: {} });
});

test('hundreds of files are refused, even if none is expected', async () => {
  const many = Array.from({ length: 201 }, (): [string, Uint8Array, string] => ['other', Buffer.from('x'), 'x']);
  expect((await post(form(...many))).status).toBe(413);
});

// shows: asvs/1.5.2, asvs/15.3.6
test.each(['__proto__', 'constructor', 'toString'])('a field or file named %s changes no prototype', async (name) => {
  const response = await post(form([name, '{"polluted":true}'], [name, Buffer.from('x'), 'x'], ['title', 'x']));
  expect(await response.json()).toMatchObject({ fields: { title: 'x' }, files: { courseImg: [], trainingVideo: [] } });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('a part declared as JSON arrives as text', async () => {
  const body =
    '--x\r\nContent-Disposition: form-data; name="subject"\r\nContent-Type: application/json\r\n\r\n["a"]\r\n--x--\r\n';
  const response = await fetch(`${origin}/form`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
  });
  expect(await response.json()).toMatchObject({ fields: { subject: '["a"]' } });
});

test.each([
  ['no boundary', 'multipart/form-data', 'hello'],
  ['a form without an end', 'multipart/form-data; boundary=x', `${filePart('trainingVideo')}half a film`],
  ['a body that is no form', 'multipart/form-data; boundary=x', 'hello'],
  ['a header without an end', 'multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="tit`],
])('%s is answered 400', async (_, type, body) => {
  const response = await fetch(`${origin}/form`, { method: 'POST', headers: { 'content-type': type }, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'invalid' });
  expect(onTheWay()).toEqual([]);
});

test('a sender who disconnects in the middle of a file leaves nothing behind', async () => {
  const socket = openForm(90_000_000);
  socket.write(`${filePart('courseImg')}cover\r\n${filePart('trainingVideo')}`);
  socket.write(Buffer.alloc(3_000_000));
  await vi.waitFor(() => expect(onTheWay()).toHaveLength(2));
  socket.destroy();
  await vi.waitFor(() => expect(outcomes).toHaveLength(1));
  expect(outcomes[0]).toMatchObject({ code: 'invalid' });
  expect(onTheWay()).toEqual([]);
});

test('a full disk is a server error, not one of the form', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  receive = async (stream) => {
    for await (const _ of stream) throw full;
    throw full;
  };
  expect((await post(form(['trainingVideo', Buffer.alloc(1_000_000), 'a.mp4']))).status).toBe(503);
  expect(outcomes).toEqual([full]);
});

// shows: threats/decompression-bomb
test('29 forms hold only the text that their call declares, and the form of somebody else succeeds meanwhile', async () => {
  const text = (name: string, bytes: number) =>
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'x'.repeat(bytes)}\r\n`);
  const body = Buffer.concat([text('title', 1900), ...Array<Buffer>(10).fill(text('other', 99_000))]);
  const served: Socket[] = [];
  app.server.on('connection', (socket) => served.push(socket));
  const before = heldMegabytes();
  const sockets = Array.from({ length: 29 }, () => openForm(body.length + 100));
  for (const socket of sockets) socket.write(body);
  const arrived = () => served.filter(({ bytesRead }) => bytesRead > body.length).length;
  await expect.poll(arrived, { timeout: 10_000 }).toBe(29);
  const answer = await post(form(['title', 'Somebody else'], ['courseImg', Buffer.from('cover'), 'cover.jpg']));
  expect(await answer.json()).toMatchObject({ fields: { title: 'Somebody else' } });
  expect(outcomes).toEqual(['read']);
  // of 28 MB of text; the gate runs other files in the same process
  if (isLong) expect(heldMegabytes() - before).toBeLessThan(6);
  for (const socket of sockets) socket.destroy();
});

// shows: threats/decompression-bomb, asvs/5.2.1
test('an upload of 64 MB has in memory only what is between the sender’s socket and the disk', async () => {
  const [chunk, total] = [Buffer.alloc(1 << 18, 'film'), 64 << 20];
  const onDisk = () => onTheWay().reduce((sum, name) => sum + statSync(join(files.incoming, name)).size, 0);
  let mostHeld = 0;
  async function* body() {
    yield Buffer.from(filePart('trainingVideo'));
    for (let sent = 0; sent < total; sent += chunk.length) {
      mostHeld = Math.max(mostHeld, sent - onDisk());
      yield chunk;
    }
    yield Buffer.from('\r\n--x--\r\n');
  }
  const answer = await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const sending = httpRequest(`${origin}/form`, { method: 'POST', headers }, (response) =>
      text(response).then(resolve, reject),
    );
    Readable.from(body()).pipe(sending).once('error', reject);
  });
  expect(JSON.parse(answer).files.trainingVideo[0].size).toBe(total);
  expect(mostHeld).toBeGreaterThan(0);
  // The kernel's buffers of the two sockets hold several megabytes of it.
  expect(mostHeld).toBeLessThan(24 << 20);
});
